import type { EventId } from '@earmark/contracts/kit';
import type { EventLog } from '@earmark/projections/event-log';
import type { PlannedChange } from '@earmark/projections/recounts';
import { stateAt } from '../kit/recorded-events.ts';
import { Rejected } from '../kit/rejected.ts';
import { vocabulary } from '../vocabulary/vocabulary.decider.ts';
import { patternChangeOf, patternsIn } from './pattern-changes.ts';
import { patternsOf } from './planned-change.ts';

const MAIN = 'main';
/** Larger changes need a recount, because all other previews wait for this one. */
const MAX_ENTITIES = 100;

/**
 * The patterns of the entities that a change of patterns concerned, as they were just after it, instead of those just
 * before it. Throws Rejected: event-unknown, invalid.
 */
export async function changeOfPast(log: EventLog, eventId: EventId): Promise<PlannedChange> {
  const recorded = await log.find(eventId);
  if (!recorded) throw new Rejected('event-unknown', `There is no change ${eventId}.`);
  const event = patternChangeOf(recorded);
  const entityIds = [...new Set(event && patternsIn(event).map(({ entityId }) => entityId))];
  if (event === null || entityIds.length === 0)
    throw new Rejected('invalid', 'Only a change of patterns can be compared.');
  if (entityIds.length > MAX_ENTITIES)
    throw new Rejected(
      'invalid',
      `This change affects ${entityIds.length} entities, and at most ${MAX_ENTITIES} can be compared. Start a recount instead.`,
    );

  const { revision, id, metadata } = recorded;
  const state = await stateAt(log, vocabulary, MAIN, revision - 1);
  const instead = patternsOf(state, entityIds);
  const after = vocabulary.evolve(state, { ...event, revision, id, reverts: metadata.reverts });

  return { entityIds, patterns: patternsOf(after, entityIds), instead };
}
