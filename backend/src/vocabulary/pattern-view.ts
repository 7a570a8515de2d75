import type { PatternId, PatternView } from '@earmark/contracts/vocabulary';
import { Rejected } from '../kit/rejected.ts';
import type { Streams } from '../kit/streams.ts';
import { shownIdOf } from './merging.ts';
import { vocabulary, VOCABULARY_ID } from './vocabulary.decider.ts';

/** The pattern as of the last event, whether or not the projections have seen it. Throws Rejected `pattern-unknown`. */
export async function getPattern(streams: Streams, patternId: PatternId): Promise<PatternView> {
  const { state } = await streams.read(vocabulary, VOCABULARY_ID);
  const pattern = state.patterns.get(patternId);
  if (!pattern) throw new Rejected('pattern-unknown', `There is no pattern ${patternId}.`);
  // A merged entity's patterns are shown at the one that it counts for.
  const entity = state.entities.get(shownIdOf(state, pattern.entityId)) ?? state.entities.get(pattern.entityId)!;
  const { entityId, entityTypeId } = entity;
  const { name, caseSensitive, wholeWord, near, notNear, distance } = pattern;

  return {
    id: patternId,
    entityId,
    entityTypeId,
    entity: entity.name,
    name,
    caseSensitive,
    wholeWord,
    near,
    notNear,
    distance,
    url: entity.url,
  };
}
