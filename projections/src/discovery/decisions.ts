import type { ProjectedEvent } from '../kit/projector.ts';
import type { Tables } from '../kit/tables.ts';

type Decided = ProjectedEvent<'EntityApproved' | 'EntityRejected' | 'EntityTypeCorrected' | 'DiscoveredEntityEdited'>;

export interface Decision {
  readonly name: string;
  readonly type: string;
  readonly kind: 'approved' | 'rejected' | 'retyped' | 'edited';
}

/** Decisions of one correlation id in a batch of events. */
interface Joined {
  readonly actor_id: string;
  readonly actor: string;
  decisions: number;
  last: { at: string; position: bigint; kind: string; name: string; type: string; episode_uuid: string };
}

/** By correlation id, what is not written yet. */
export type JoinedDecisions = Map<string, Joined>;

/** A decision joins those of the same correlation id. Its undo marks it, and the undo of that restores it. */
export async function takeDecision(
  event: Decided,
  tables: Tables,
  joined: JoinedDecisions,
  { name, type, kind }: Decision,
): Promise<void> {
  const { id, data, metadata, position } = event;
  const { actor, at, correlationId, reverts } = metadata;
  if (reverts !== null) {
    await writeDecisions(tables, joined);
    return takeUndo(event, tables, reverts);
  }
  tables.insert('discovery_turn', {
    event_id: id,
    root_id: id,
    correlation_id: correlationId,
    candidate_id: data.candidateId,
    is_undone: false,
  });
  const last = { at, position, kind, name, type, episode_uuid: data.episodeUuid };
  const known = joined.get(correlationId);
  if (known) Object.assign(known, { last, decisions: known.decisions + 1 });
  else joined.set(correlationId, { actor_id: actor.id, actor: actor.name, decisions: 1, last });
}

/** Empties `joined`. */
export async function writeDecisions(tables: Tables, joined: JoinedDecisions): Promise<void> {
  for (const [correlationId, { actor_id, actor, decisions, last }] of joined) {
    const { at, position, kind, name, type, episode_uuid: episode } = last;
    const known = await tables.query(
      `update discovery_decision set at = $2, position = $3, kind = $4, name = $5, type = $6, episode_uuid = $7,
         decisions = decisions + $8
       where correlation_id = $1 returning 1`,
      [correlationId, at, position, kind, name, type, episode, decisions],
    );
    if (known.length === 0)
      tables.insert('discovery_decision', {
        correlation_id: correlationId,
        actor_id,
        actor,
        ...last,
        decisions,
        undone: 0,
      });
  }
  joined.clear();
}

async function takeUndo({ id, data }: Decided, tables: Tables, reverts: string): Promise<void> {
  const [root] = await tables.query<{ root_id: string; correlation_id: string; is_undone: boolean }>(
    `update discovery_turn r set is_undone = not r.is_undone from discovery_turn t
     where t.event_id = $1 and r.event_id = t.root_id returning r.root_id, r.correlation_id, r.is_undone`,
    [reverts],
  );
  if (!root) return;
  tables.insert('discovery_turn', {
    event_id: id,
    root_id: root.root_id,
    correlation_id: root.correlation_id,
    candidate_id: data.candidateId,
    is_undone: false,
  });
  await tables.exactlyOne('update discovery_decision set undone = undone + $2 where correlation_id = $1', [
    root.correlation_id,
    root.is_undone ? 1 : -1,
  ]);
}
