import { slugBase } from '@earmark/contracts/kit';
import {
  reachedFrom,
  shownIdIn,
  type EntityId,
  type Place,
  type Redirects,
  type VocabularyEvent,
} from '@earmark/contracts/vocabulary';
import { quoted, Rejected } from '../kit/rejected.ts';
import { keyOf, type EpisodeNames, type VocabularyState } from './vocabulary-state.ts';

type Merges = Redirects<EntityId>;

/** The entity that an entity counts for, apart from splits: itself, or the last of those that it was merged into. */
export const shownIdOf = (state: Merges, entityId: EntityId): EntityId => shownIdIn(state, entityId, null);

/** All entities that count for the same one as this entity, that one first. `place` null: apart from splits. */
export function mergedWith(state: Merges, entityId: EntityId, place: Place | null = null): EntityId[] {
  const shown = shownIdIn(state, entityId, place);
  const redirected = new Set([...state.mergedInto.keys(), ...[...state.splitInto.values()].map(({ from }) => from)]);

  return [shown, ...[...redirected].filter((id) => id !== shown && shownIdIn(state, id, place) === shown)];
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
  assertNoCircle(state, from, into, known);

  return [...named(state, into, known), ...named(state, from, known), { type: 'EntitiesMerged', data: { from, into } }];
}

/** Throws Rejected `entity-split` when what counts for the one counts for the other again. */
export function assertNoCircle(state: VocabularyState, from: EntityId, into: EntityId, known: EpisodeNames): void {
  if (reachedFrom(state, into).has(from))
    throw new Rejected(
      'entity-split',
      `${quoted(nameOf(state, from, known))} was split off ${quoted(nameOf(state, into, known))}. Undo that split instead.`,
    );
}

export function unmergeEntities(state: VocabularyState, from: EntityId, known: EpisodeNames): VocabularyEvent[] {
  const name = nameOf(state, from, known);
  const into = state.mergedInto.get(from);
  if (into === undefined) throw new Rejected('entity-not-merged', `${quoted(name)} is not merged into another entity.`);

  return [{ type: 'EntitiesUnmerged', data: { from, into } }];
}

/** The vocabulary names what it merges, unless another entity has that name now. */
export function named(state: VocabularyState, entityId: EntityId, known: EpisodeNames): VocabularyEvent[] {
  const facts = known.get(entityId);
  if (facts === undefined || state.entities.has(entityId)) return [];
  const { name, entityTypeId } = facts;
  if (state.entityIdByName.has(keyOf(entityTypeId, name))) return [];

  return [
    { type: 'EntityNamed', data: { entityId, entityTypeId, from: null, name, slugBase: slugBase(name, entityId) } },
  ];
}

/** Throws Rejected `entity-unknown`. */
export function nameOf({ entities }: VocabularyState, entityId: EntityId, known: EpisodeNames): string {
  const name = entities.get(entityId)?.name ?? known.get(entityId)?.name;
  if (name === undefined) throw new Rejected('entity-unknown', `There is no entity ${entityId}.`);

  return name;
}
