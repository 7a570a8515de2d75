import { readFileSync } from 'node:fs';
import {
  discoveryBatchEvents,
  discoveryEvents,
  ignoredNameEvents,
  type CandidateFacts,
} from '@earmark/contracts/discovery';
import { foldName } from '@earmark/contracts/mentions';
import { updateRow } from '../kit/columns.ts';
import { defineProjector, type ProjectedEvent } from '../kit/projector.ts';
import type { Row, Tables } from '../kit/tables.ts';
import { takeDecision } from './decisions.ts';

/** Candidates for entities, what people decided about them, and names that are not proposed. */
export const discovery = defineProjector({
  name: 'discovery',
  version: 2,
  sql: readFileSync(new URL('./discovery.sql', import.meta.url), 'utf8'),
  readsFrom: [discoveryEvents, ignoredNameEvents, discoveryBatchEvents],
  ignores: ['EpisodeDiscoveryStarted', 'DiscoveryLogged'],
  memory: () => ({}),
  on: {
    EntityDiscovered: async ({ data, metadata, position, revision }, tables) => {
      const { episodeUuid, candidateId, before, facts } = data;
      if (before !== null) return foundAgain(tables, candidateId, before, facts, revision);
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
        reviewed_by: null,
        reviewed_id: null,
        reviewed_at: null,
        is_corrected: false,
        found_at: metadata.at,
        found_position: position,
        revision,
      });
    },
    EntityApproved: async (event, tables) => reviewed(event, tables),
    EntityRejected: async (event, tables) => reviewed(event, tables),
    DiscoveredEntityEdited: async (event, tables) => reviewed(event, tables),
    EntityTypeCorrected: async (event, tables) => {
      const { data, revision } = event;
      await updateRow(tables, 'discovery_candidate', 'candidate_id', data.candidateId, { type: data.to, revision });
      await setCorrected(tables, data.candidateId);
      const [row] = await tables.query<{ name: string }>(
        'select name from discovery_candidate where candidate_id = $1',
        [data.candidateId],
      );
      await takeDecision(event, tables, { name: row!.name, type: data.to, kind: 'retyped' });
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
): Promise<void> {
  const { data, metadata, revision } = event;
  const { candidateId, from, to } = data;
  const isPending = to.status === 'pending';
  const by = {
    reviewed_by: isPending ? null : metadata.actor.name,
    reviewed_id: isPending ? null : metadata.actor.id,
    reviewed_at: isPending ? null : metadata.at,
  };
  await updateRow(tables, 'discovery_candidate', 'candidate_id', candidateId, {
    name: to.name,
    folded_name: foldName(to.name),
    type: to.type,
    url: to.url,
    notes: to.notes,
    status: to.status,
    scope: to.scope,
    revision,
    ...(from.status === to.status ? {} : by),
  });
  await setCorrected(tables, candidateId);
  const kind = from.status === to.status ? 'edited' : to.status === 'pending' ? 'edited' : to.status;
  await takeDecision(event, tables, { name: to.name, type: to.type, kind });
}

const setCorrected = async (tables: Tables, candidateId: string): Promise<void> =>
  tables.exactlyOne(
    `update discovery_candidate
     set is_corrected = status = 'approved' and (type <> found_type or folded_name <> found_folded)
     where candidate_id = $1`,
    [candidateId],
  );
