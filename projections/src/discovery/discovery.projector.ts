import { readFileSync } from 'node:fs';
import {
  discoveryBatchEvents,
  discoveryEvents,
  ignoredNameEvents,
  type CandidateFacts,
} from '@earmark/contracts/discovery';
import { foldName } from '@earmark/contracts/mentions';
import { updateRow, updateRows } from '../kit/columns.ts';
import { defineProjector, type ProjectedEvent } from '../kit/projector.ts';
import type { Row, Tables } from '../kit/tables.ts';
import { takeDecision, writeDecisions, type JoinedDecisions } from './decisions.ts';

interface Memory {
  /** Candidates as people decided about them in this batch: written with one statement. */
  readonly reviewed: Map<string, Row>;
  readonly joined: JoinedDecisions;
}

/** Candidates for entities, what people decided about them, and names that are not proposed. */
export const discovery = defineProjector({
  name: 'discovery',
  version: 5,
  sql: readFileSync(new URL('./discovery.sql', import.meta.url), 'utf8'),
  readsFrom: [discoveryEvents, ignoredNameEvents, discoveryBatchEvents],
  ignores: ['EpisodeDiscoveryStarted', 'DiscoveryLogged'],
  memory: (): Memory => ({ reviewed: new Map(), joined: new Map() }),
  on: {
    EntityDiscovered: async ({ data, metadata, position, revision }, tables, memory) => {
      const { episodeUuid, candidateId, before, facts } = data;
      if (before !== null) {
        await write(tables, memory);
        return foundAgain(tables, candidateId, before, facts, revision);
      }
      tables.insert('discovery_candidate', {
        candidate_id: candidateId,
        episode_uuid: episodeUuid,
        ...found(facts),
        name: facts.name,
        folded_name: foldName(facts.name),
        type: facts.type,
        url: null,
        notes: null,
        status: 'pending',
        scope: null,
        added_id: null,
        reviewed_by: null,
        reviewed_id: null,
        reviewed_at: null,
        is_corrected: false,
        found_at: metadata.at,
        found_position: position,
        revision,
      });
    },
    EntityApproved: async (event, tables, memory) => reviewed(event, tables, memory),
    EntityRejected: async (event, tables, memory) => reviewed(event, tables, memory),
    DiscoveredEntityEdited: async (event, tables, memory) => reviewed(event, tables, memory),
    EntityTypeCorrected: async (event, tables, memory) => {
      const { data, revision } = event;
      await write(tables, memory);
      await updateRow(tables, 'discovery_candidate', 'candidate_id', data.candidateId, { type: data.to, revision });
      await setCorrected(tables, [data.candidateId]);
      const [row] = await tables.query<{ name: string }>(
        'select name from discovery_candidate where candidate_id = $1',
        [data.candidateId],
      );
      await takeDecision(event, tables, memory.joined, { name: row!.name, type: data.to, kind: 'retyped' });
    },
    NameIgnored: ({ data, metadata, position }, tables) =>
      tables.insert('discovery_ignored', {
        ignored_id: data.ignoredId,
        name: data.name,
        folded_name: data.foldedName,
        type: data.type,
        at: metadata.at,
        actor: metadata.actor.name,
        position,
      }),
    NameUnignored: async ({ data }, tables) =>
      tables.exactlyOne('delete from discovery_ignored where ignored_id = $1', [data.ignoredId]),
    DiscoveryBatchStarted: ({ data, metadata, position }, tables) =>
      tables.insert('discovery_batch', {
        batch_id: data.batchId,
        status: 'running',
        started_at: metadata.at,
        finished_at: null,
        started_by: metadata.actor.name,
        position,
        total: data.episodeUuids.length,
        successful: 0,
        failed: 0,
      }),
    EpisodeDiscoveryCompleted: async ({ data }, tables) =>
      tables.exactlyOne('update discovery_batch set successful = successful + 1 where batch_id = $1', [data.batchId]),
    EpisodeDiscoveryFailed: async ({ data }, tables) =>
      tables.exactlyOne('update discovery_batch set failed = failed + 1 where batch_id = $1', [data.batchId]),
    DiscoveryBatchFinished: async ({ data, metadata }, tables) =>
      tables.exactlyOne(
        `update discovery_batch set status = $2, finished_at = $3,
           failed = case when $2 = 'refused' then total - successful else failed end
         where batch_id = $1`,
        [data.batchId, data.outcome, metadata.at],
      ),
  },
  settle: write,
});

const found = ({ name, type, confidence, suggestedUrl, finding }: CandidateFacts): Row => ({
  found_name: name,
  found_folded: foldName(name),
  found_type: type,
  confidence,
  suggested_url: suggestedUrl,
  provider: finding.provider,
  model: finding.model,
});

/** Name and type follow as long as people have not changed them. */
async function foundAgain(
  tables: Tables,
  candidateId: string,
  before: CandidateFacts,
  facts: CandidateFacts,
  revision: number,
): Promise<void> {
  await tables.exactlyOne(
    `update discovery_candidate set
       name = case when name = $2 then $3 else name end,
       folded_name = case when name = $2 then $4 else folded_name end,
       type = case when type = $5 then $6 else type end
     where candidate_id = $1`,
    [candidateId, before.name, facts.name, foldName(facts.name), before.type, facts.type],
  );
  await updateRow(tables, 'discovery_candidate', 'candidate_id', candidateId, { ...found(facts), revision });
}

async function reviewed(
  event: ProjectedEvent<'EntityApproved' | 'EntityRejected' | 'DiscoveredEntityEdited'>,
  tables: Tables,
  memory: Memory,
): Promise<void> {
  const { data, metadata, revision } = event;
  const { candidateId, from, to } = data;
  const isReviewed = to.status !== 'pending';
  const columns = {
    name: to.name,
    folded_name: foldName(to.name),
    type: to.type,
    url: to.url,
    notes: to.notes,
    status: to.status,
    scope: to.scope,
    added_id: to.added?.entityId ?? null,
    revision,
  };
  if (from.status === to.status) {
    // Whoever set the status stays who did.
    await write(tables, memory);
    await updateRow(tables, 'discovery_candidate', 'candidate_id', candidateId, columns);
    await setCorrected(tables, [candidateId]);
  } else {
    memory.reviewed.set(candidateId, {
      candidate_id: candidateId,
      ...columns,
      reviewed_by: isReviewed ? metadata.actor.name : null,
      reviewed_id: isReviewed ? metadata.actor.id : null,
      reviewed_at: isReviewed ? metadata.at : null,
    });
  }
  await takeDecision(event, tables, memory.joined, { name: to.name, type: to.type, kind: KINDS[event.type] });
}

/** An approval is one even when it was approved before: it puts back what was taken out, or holds elsewhere. */
const KINDS = { EntityApproved: 'approved', EntityRejected: 'rejected', DiscoveredEntityEdited: 'edited' } as const;

const REVIEWED = {
  name: 'text',
  folded_name: 'text',
  type: 'text',
  url: 'text',
  notes: 'text',
  status: 'text',
  scope: 'text',
  added_id: 'uuid',
  revision: 'int4',
  reviewed_by: 'text',
  reviewed_id: 'text',
  reviewed_at: 'timestamptz',
};

/** What waits in the memory. */
async function write(tables: Tables, { reviewed: waiting, joined }: Memory): Promise<void> {
  if (waiting.size > 0) {
    await updateRows(tables, 'discovery_candidate', { candidate_id: 'uuid' }, REVIEWED, [...waiting.values()]);
    await setCorrected(tables, [...waiting.keys()]);
    waiting.clear();
  }
  await writeDecisions(tables, joined);
}

async function setCorrected(tables: Tables, candidateIds: readonly string[]): Promise<void> {
  await tables.query(
    `update discovery_candidate
     set is_corrected = status = 'approved' and (type <> found_type or folded_name <> found_folded)
     where candidate_id = any($1)`,
    [candidateIds],
  );
}
