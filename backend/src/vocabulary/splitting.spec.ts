import { expect, it } from '@jest/globals';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import { SeriesUuid } from '@earmark/contracts/series';
import { SegmentId } from '@earmark/contracts/transcripts';
import { EntityId, shownIdIn, SplitId, type EntityTypeId, type VocabularyEvent } from '@earmark/contracts/vocabulary';
import { storiesOf } from '../kit/decider-spec.ts';
import { Rejected } from '../kit/rejected.ts';
import { mergedWith } from './merging.ts';
import { typeId, type VocabularyState } from './vocabulary-state.ts';
import { vocabulary } from './vocabulary.decider.ts';
import { vocabularyHistory } from './vocabulary.history.ts';

const { given } = storiesOf(vocabulary);
const person = typeId('person');
const place = typeId('place');
const idOf = (name: string) => uuidFrom(person, name, EntityId);
const podcast = (name: string) => uuidFrom(person, name, SeriesUuid);
const segment = (name: string) => ({
  episodeUuid: uuidFrom(person, 'episode', EpisodeUuid),
  segmentId: uuidFrom(person, name, SegmentId),
});
const splitId = (number: number) => uuidFrom(person, `split ${number}`, SplitId);

const categories: VocabularyEvent[] = [person, place].map((entityTypeId) => ({
  type: 'EntityTypeCreated',
  data: { entityTypeId, name: entityTypeId, displayName: 'Any', iconName: 'User', colorClass: 'x' },
}));
const named = (name: string, entityTypeId = person): VocabularyEvent => ({
  type: 'EntityNamed',
  data: {
    entityId: uuidFrom(entityTypeId, name, EntityId),
    entityTypeId,
    from: null,
    name,
    slugBase: name.replaceAll(' ', '-'),
  },
});
const split = (
  number: number,
  [from, into]: readonly [string, string],
  podcasts: readonly string[],
  segments: readonly string[] = [],
) => ({
  splitId: splitId(number),
  from: idOf(from),
  into: idOf(into),
  scope: { podcastUuids: podcasts.map(podcast), segments: segments.map(segment) },
});
const happened = (...of: Parameters<typeof split>): VocabularyEvent => ({ type: 'EntitySplit', data: split(...of) });
const undone = (...of: Parameters<typeof split>): VocabularyEvent => ({ type: 'EntityUnsplit', data: split(...of) });
const merged = (from: string, into: string): VocabularyEvent => ({
  type: 'EntitiesMerged',
  data: { from: idOf(from), into: idOf(into) },
});
const order = (
  number: number,
  [from, name]: readonly [string, string],
  podcasts: readonly string[],
  { segments = [], entityTypeId = person }: { segments?: readonly string[]; entityTypeId?: EntityTypeId } = {},
) => ({
  type: 'SplitEntity' as const,
  splitId: splitId(number),
  from: idOf(from),
  name,
  entityTypeId,
  scope: { podcastUuids: podcasts.map(podcast), segments: segments.map(segment) },
  known: new Map(),
});
const two = [...categories, named('a'), named('b')];

it('names a new entity and splits once, also when it is asked twice', () => {
  given(...two)
    .when(order(1, ['a', 'a of x'], ['x', 'x']))
    .thenRecords(named('a of x'), happened(1, ['a', 'a of x'], ['x']));
  given(...two, named('a of x'), happened(1, ['a', 'a of x'], ['x']))
    .when(order(1, ['a', 'a of x'], ['x']))
    .thenNothing();
});

it('splits off into an entity that is there, and into one of the same name in another category', () => {
  given(...two)
    .when(order(1, ['a', 'b'], [], { segments: ['s'] }))
    .thenRecords(happened(1, ['a', 'b'], [], ['s']));
  given(...two)
    .when(order(1, ['a', 'a'], ['x'], { entityTypeId: place }))
    .thenRecords(named('a', place), { type: 'EntitySplit', data: { into: uuidFrom(place, 'a', EntityId) } });
});

it('refuses nothing, itself, what is merged, and what is split off already', () => {
  const refuse = (...events: VocabularyEvent[]) => given(...two, ...events);
  refuse()
    .when(order(1, ['a', 'b'], []))
    .thenRejected('invalid', 'Choose a podcast or a passage');
  refuse()
    .when(order(1, ['a', 'A'], ['x']))
    .thenRejected('invalid', 'into itself');
  refuse()
    .when(order(1, ['a', ' - '], ['x']))
    .thenRejected('pattern-without-characters');
  refuse()
    .when(order(1, ['nobody', 'b'], ['x']))
    .thenRejected('entity-unknown');
  refuse(merged('a', 'b'))
    .when(order(1, ['a', 'c'], ['x']))
    .thenRejected('entity-merged', '"a" is merged into "b". Split that one instead.');
  refuse(merged('b', 'a'))
    .when(order(1, ['a', 'b'], ['x']))
    .thenRejected('entity-merged');
  refuse(happened(1, ['a', 'b'], ['x']))
    .when(order(2, ['a', 'c'], ['y', 'x']))
    .thenRejected('entity-split', 'split off "a" already, for "b"');
  refuse(happened(1, ['a', 'b'], ['x']))
    .when(order(2, ['b', 'a'], ['y']))
    .thenRejected('entity-split', '"a" counts for "b"');
});

it('does not merge what was split off back, which an undo of the split does', () => {
  given(...two, happened(1, ['a', 'b'], ['x']))
    .when({ type: 'MergeEntities', from: idOf('b'), into: idOf('a'), known: new Map() })
    .thenRejected('entity-split', '"b" was split off "a". Undo that split instead.');
  given(...two, happened(1, ['a', 'b'], ['x']))
    .when({ type: 'UnsplitEntity', splitId: splitId(1) })
    .thenRecords(undone(1, ['a', 'b'], ['x']));
  given(...two)
    .when({ type: 'UnsplitEntity', splitId: splitId(1) })
    .thenRejected('split-unknown');
});

it('knows what counts for what in each place', () => {
  const state = stateAfter(
    ...two,
    ...['c', 'd', 'e'].map((name) => named(name)),
    merged('a', 'b'),
    happened(1, ['b', 'c'], ['x']),
    happened(2, ['b', 'd'], [], ['s']),
    merged('c', 'e'),
  );
  const shown = (name: string, at: string, chosen: string | null = null) =>
    shownIdIn(state, idOf(name), { seriesUuid: podcast(at), segmentId: chosen && segment(chosen).segmentId });
  expect(shown('a', 'y')).toBe(idOf('b'));
  expect(shown('a', 'x')).toBe(idOf('e'));
  expect(shown('a', 'x', 's')).toBe(idOf('d'));
  expect(shown('b', 'y', 't')).toBe(idOf('b'));
  expect(shownIdIn(state, idOf('a'), null)).toBe(idOf('b'));
  expect(mergedWith(state, idOf('e'), { seriesUuid: podcast('x'), segmentId: null })).toEqual(
    ['e', 'a', 'c', 'b'].map(idOf),
  );
  expect(mergedWith(state, idOf('e'))).toEqual(['e', 'c'].map(idOf));
});

it('restores a split only while its places are free and it runs in no circle', () => {
  const { data } = undone(1, ['a', 'b'], ['x']);
  const { inverse } = vocabularyHistory.events['EntityUnsplit']!;
  const undo = (state: VocabularyState) =>
    typeof inverse === 'string' ? inverse : inverse(data, state, { vocabularyRevision: 0, matcherVersion: 1 });
  expect(undo(stateAfter(...two))).toEqual(happened(1, ['a', 'b'], ['x']));
  expect(() => undo(stateAfter(...two, named('c'), happened(2, ['a', 'c'], ['x'])))).toThrow(Rejected);
  expect(() => undo(stateAfter(...two, merged('b', 'a')))).toThrow(Rejected);
});

const stateAfter = (...events: VocabularyEvent[]): VocabularyState =>
  events.reduce(
    (state, event, revision) => vocabulary.evolve(state, { ...event, revision, id: String(revision), reverts: null }),
    vocabulary.initial(),
  );
