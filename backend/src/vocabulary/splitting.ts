import { hasCharacters } from '@earmark/contracts/mentions';
import {
  reachedFrom,
  splitKey,
  type EntityId,
  type SplitEntity,
  type SplitId,
  type SplitScope,
  type VocabularyEvent,
} from '@earmark/contracts/vocabulary';
import { quoted, Rejected } from '../kit/rejected.ts';
import { named, nameOf } from './merging.ts';
import { ownerOf, type EpisodeNames, type VocabularyState } from './vocabulary-state.ts';

type Split = Extract<VocabularyEvent, { type: 'EntitySplit' }>['data'];

export type InformedSplit = SplitEntity & { readonly known: EpisodeNames };

/** The entity that gets what is split off: the category's of that name, or a new one. */
export function splitTarget(
  state: VocabularyState,
  { name, entityTypeId }: Pick<SplitEntity, 'name' | 'entityTypeId'>,
): { entityId: EntityId; events: VocabularyEvent[] } {
  if (!hasCharacters(name))
    throw new Rejected('pattern-without-characters', `"${name}" contains no searchable character.`);
  if (!state.types.has(entityTypeId))
    throw new Rejected('entity-type-unknown', `There is no category ${entityTypeId}.`);

  return ownerOf(state, entityTypeId, name);
}

export function splitEntity(state: VocabularyState, command: InformedSplit): VocabularyEvent[] {
  const { splitId, from, scope, known } = command;
  if (state.splits.has(splitId)) return [];
  const { entityId: into, events } = splitTarget(state, command);
  const split = { splitId, from, into, scope: withoutRepeats(scope) };
  const name = nameOf(state, from, known);
  const before = state.mergedInto.get(from);
  if (before !== undefined)
    throw new Rejected(
      'entity-merged',
      `${quoted(name)} is merged into ${quoted(nameOf(state, before, known))}. Split that one instead.`,
    );
  if (from === into) throw new Rejected('invalid', 'Choose another name: an entity cannot be split off into itself.');
  const next = state.mergedInto.get(into);
  if (next !== undefined)
    throw new Rejected(
      'entity-merged',
      `${quoted(command.name)} is merged into ${quoted(nameOf(state, next, known))}. Choose that one instead.`,
    );
  if (scope.podcastUuids.length + scope.segments.length === 0)
    throw new Rejected('invalid', 'Choose a podcast or a passage to split off.');
  assertSplittable(state, split, known);

  return [...named(state, from, known), ...events, { type: 'EntitySplit', data: split }];
}

export function unsplitEntity({ splits }: VocabularyState, splitId: SplitId): VocabularyEvent[] {
  const data = splits.get(splitId);
  if (!data) throw new Rejected('split-unknown', 'This split does not exist any more.');

  return [{ type: 'EntityUnsplit', data }];
}

/** Throws Rejected `entity-split`. */
export function assertSplittable(state: VocabularyState, { from, into, scope }: Split, known: EpisodeNames): void {
  const name = quoted(nameOf(state, from, known));
  for (const place of placesOf(scope)) {
    const taken = state.splitInto.get(splitKey(from, place));
    if (taken)
      throw new Rejected(
        'entity-split',
        `Some of that is split off ${name} already, for ${quoted(nameOf(state, taken.into, known))}. Undo that split first.`,
      );
  }
  if (reachedFrom(state, into).has(from))
    throw new Rejected(
      'entity-split',
      `${quoted(nameOf(state, into, known))} counts for ${name}, so nothing can be split off for it.`,
    );
}

export function putSplit(state: VocabularyState, data: Split): void {
  state.splits.set(data.splitId, data);
  for (const place of placesOf(data.scope)) state.splitInto.set(splitKey(data.from, place), data);
}

export function removeSplit(state: VocabularyState, { splitId, from, scope }: Split): void {
  state.splits.delete(splitId);
  for (const place of placesOf(scope)) state.splitInto.delete(splitKey(from, place));
}

export const placesOf = ({ podcastUuids, segments }: SplitScope): string[] => [
  ...podcastUuids,
  ...segments.map(({ segmentId }) => segmentId),
];

const withoutRepeats = ({ podcastUuids, segments }: SplitScope): SplitScope => ({
  podcastUuids: [...new Set(podcastUuids)],
  segments: [...new Map(segments.map((one) => [one.segmentId, one])).values()],
});
