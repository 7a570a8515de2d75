import { slugBase } from '@earmark/contracts/kit';
import type { EntityId, VocabularyEvent } from '@earmark/contracts/vocabulary';
import { quoted, Rejected } from '../kit/rejected.ts';
import { keyOf, type EpisodeNames, type VocabularyState } from './vocabulary.decider.ts';

interface Merges {
  readonly mergedInto: ReadonlyMap<EntityId, EntityId>;
}

/** The entity that an entity counts for: itself, or the last of those that it was merged into. */
export function shownIdOf({ mergedInto }: Merges, entityId: EntityId): EntityId {
  let shown = entityId;
  for (let into = mergedInto.get(shown); into !== undefined; into = mergedInto.get(shown)) shown = into;

  return shown;
}

/** All entities that count for the same one as this entity, that one first. */
export function mergedWith(state: Merges, entityId: EntityId): EntityId[] {
  const shown = shownIdOf(state, entityId);

  return [shown, ...[...state.mergedInto.keys()].filter((id) => shownIdOf(state, id) === shown)];
}

/** Categories do not matter: the merged entity has that of `into`. */
export function mergeEntities(
  state: VocabularyState,
  from: EntityId,
  into: EntityId,
  known: EpisodeNames,
): VocabularyEvent[] {
  const name = nameOf(state, from, known);
  const intoName = nameOf(state, into, known);
  if (from === into) throw new Rejected('invalid', 'An entity cannot be merged into itself.');
  const before = state.mergedInto.get(from);
  if (before === into) return [];
  if (before !== undefined)
    throw new Rejected(
      'entity-merged',
      `${quoted(name)} is merged into ${quoted(nameOf(state, before, known))} already. Undo that merge first.`,
    );
  const next = state.mergedInto.get(into);
  if (next !== undefined)
    throw new Rejected(
      'entity-merged',
      `${quoted(intoName)} is itself merged into ${quoted(nameOf(state, next, known))}. Choose that one instead.`,
    );

  return [...named(state, into, known), ...named(state, from, known), { type: 'EntitiesMerged', data: { from, into } }];
}

export function unmergeEntities(state: VocabularyState, from: EntityId, known: EpisodeNames): VocabularyEvent[] {
  const name = nameOf(state, from, known);
  const into = state.mergedInto.get(from);
  if (into === undefined) throw new Rejected('entity-not-merged', `${quoted(name)} is not merged into another entity.`);

  return [{ type: 'EntitiesUnmerged', data: { from, into } }];
}

/** The vocabulary names what it merges, unless another entity has that name now. */
function named(state: VocabularyState, entityId: EntityId, known: EpisodeNames): VocabularyEvent[] {
  const facts = known.get(entityId);
  if (facts === undefined || state.entities.has(entityId)) return [];
  const { name, entityTypeId } = facts;
  if (state.entityIdByName.has(keyOf(entityTypeId, name))) return [];

  return [
    { type: 'EntityNamed', data: { entityId, entityTypeId, from: null, name, slugBase: slugBase(name, entityId) } },
  ];
}

/** Throws Rejected `entity-unknown`. */
function nameOf({ entities }: VocabularyState, entityId: EntityId, known: EpisodeNames): string {
  const name = entities.get(entityId)?.name ?? known.get(entityId)?.name;
  if (name === undefined) throw new Rejected('entity-unknown', `There is no entity ${entityId}.`);

  return name;
}
