import { expect, it } from '@jest/globals';
import { uuidFrom } from '@earmark/contracts/kit';
import { EntityId, NO_CONTEXT, PatternId, type VocabularyEvent } from '@earmark/contracts/vocabulary';
import { storiesOf } from '../kit/decider-spec.ts';
import { Rejected } from '../kit/rejected.ts';
import { mergedWith, shownIdOf } from './merging.ts';
import { typeId, type VocabularyState } from './vocabulary-state.ts';
import { vocabulary } from './vocabulary.decider.ts';
import { vocabularyHistory } from './vocabulary.history.ts';

const { given } = storiesOf(vocabulary);
const company = typeId('company');
const product = typeId('product');
const idOf = (name: string) => uuidFrom(company, name, EntityId);

const categories: VocabularyEvent[] = [company, product].map((entityTypeId) => ({
  type: 'EntityTypeCreated',
  data: { entityTypeId, name: entityTypeId, displayName: 'Any', iconName: 'Building', colorClass: 'x' },
}));
const named = (name: string, entityTypeId = company): VocabularyEvent => ({
  type: 'EntityNamed',
  data: { entityId: idOf(name), entityTypeId, from: null, name, slugBase: name },
});
const merged = (from: string, into: string): VocabularyEvent => ({
  type: 'EntitiesMerged',
  data: { from: idOf(from), into: idOf(into) },
});
const unmerged = (from: string, into: string): VocabularyEvent => ({
  type: 'EntitiesUnmerged',
  data: { from: idOf(from), into: idOf(into) },
});
const merge = (from: string, into: string, known = new Map()) => ({
  type: 'MergeEntities' as const,
  from: idOf(from),
  into: idOf(into),
  known,
});
const unmerge = (from: string) => ({ type: 'UnmergeEntities' as const, from: idOf(from), known: new Map() });
const three = [...categories, named('a'), named('b'), named('c', product)];

it('merges entities, also of different categories, once', () => {
  given(...three)
    .when(merge('a', 'c'))
    .thenRecords(merged('a', 'c'));
  given(...three, merged('a', 'c'))
    .when(merge('a', 'c'))
    .thenNothing();
});

it('refuses to merge an entity into itself, one that is merged, and one into a merged one', () => {
  given(...three)
    .when(merge('a', 'a'))
    .thenRejected('invalid', 'into itself');
  given(...three, merged('a', 'b'))
    .when(merge('a', 'c'))
    .thenRejected('entity-merged', '"a" is merged into "b" already. Undo that merge first.');
  given(...three, merged('a', 'b'))
    .when(merge('b', 'a'))
    .thenRejected('entity-merged', '"a" is itself merged into "b". Choose that one instead.');
  given(...three)
    .when(merge('a', 'nobody'))
    .thenRejected('entity-unknown');
});

it('names an entity that only episodes know before it merges it', () => {
  const known = new Map([[idOf('guest'), { name: 'Guest', entityTypeId: company }]]);
  given(...three)
    .when(merge('guest', 'a', known))
    .thenRecords(
      { type: 'EntityNamed', data: { entityId: idOf('guest'), from: null, name: 'Guest' } },
      merged('guest', 'a'),
    );
});

it('takes apart what is merged, also in the middle of a chain', () => {
  given(...three, merged('a', 'b'), merged('b', 'c'))
    .when(unmerge('a'))
    .thenRecords(unmerged('a', 'b'));
  given(...three)
    .when(unmerge('a'))
    .thenRejected('entity-not-merged');
});

it('follows merges to their end', () => {
  const state = stateAfter(...three, merged('a', 'b'), merged('b', 'c'));
  expect(shownIdOf(state, idOf('a'))).toBe(idOf('c'));
  expect(mergedWith(state, idOf('b'))).toEqual([idOf('c'), idOf('a'), idOf('b')]);
  expect(mergedWith(stateAfter(...three), idOf('b'))).toEqual([idOf('b')]);
});

it('does not restore a merge that would run in a circle', () => {
  const { data } = unmerged('a', 'b');
  const { inverse } = vocabularyHistory.events['EntitiesUnmerged']!;
  const undo = (state: VocabularyState) =>
    typeof inverse === 'string' ? inverse : inverse(data, state, { vocabularyRevision: 0, matcherVersion: 1 });
  expect(undo(stateAfter(...three))).toEqual(merged('a', 'b'));
  expect(() => undo(stateAfter(...three, merged('b', 'c'), merged('c', 'a')))).toThrow(Rejected);
});

it('leaves a pattern with the merged entity when its options change', () => {
  const pattern = {
    patternId: uuidFrom(company, 'pattern', PatternId),
    entityId: idOf('a'),
    entityTypeId: company,
    name: 'a',
    caseSensitive: false,
    wholeWord: true,
    ...NO_CONTEXT,
  };
  const added: VocabularyEvent = { type: 'PatternAdded', data: { pattern } };
  given(...three, added, merged('a', 'b'))
    .when({ type: 'EditPattern', patternId: pattern.patternId, changes: { entity: 'b', caseSensitive: true } })
    .thenRecords({ type: 'PatternEdited', data: { from: pattern, to: { ...pattern, caseSensitive: true } } });
});

const stateAfter = (...events: VocabularyEvent[]): VocabularyState =>
  events.reduce(
    (state, event, revision) => vocabulary.evolve(state, { ...event, revision, id: String(revision), reverts: null }),
    vocabulary.initial(),
  );
