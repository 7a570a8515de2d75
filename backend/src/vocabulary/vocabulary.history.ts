import type { FieldChange } from '@earmark/contracts/history';
import { slugBase } from '@earmark/contracts/kit';
import { hasContext } from '@earmark/contracts/mentions';
import { EntityId, NO_CONTEXT, type PatternFacts, type SplitScope } from '@earmark/contracts/vocabulary';
import { featureHistory, inverseOf, type Names } from '../kit/history/event-history.ts';
import { titled } from '../kit/history/wording.ts';
import { Rejected } from '../kit/rejected.ts';
import { assertNoCircle, shownIdOf } from './merging.ts';
import { isSameIn } from './pattern-context.ts';
import { assertSplittable } from './splitting.ts';
import { assertFree, keyOf, type VocabularyState } from './vocabulary-state.ts';
import { vocabulary, type VocabularyStreamEvent } from './vocabulary.decider.ts';

const undo = inverseOf<VocabularyStreamEvent>;

export const vocabularyHistory = featureHistory<VocabularyStreamEvent, VocabularyState>({
  kind: 'vocabulary',
  category: 'vocabulary',
  subject: 'entity',
  folding: vocabulary,
  inverseReadsState: true,
  isForAnalysts: true,
  nameOf: {
    entityId: (id, { names }) => names.entity(EntityId.parse(id)),
    mergedInto: (id, { names }) => names.entity(EntityId.parse(id)),
    into: (id, { names }) => names.entity(EntityId.parse(id)),
  },
  events: {
    EntityTypeCreated: {
      fields: ({ entityTypeId, displayName }) => [
        { path: `categories/${entityTypeId}/name`, from: null, to: displayName },
      ],
      inverse: 'A category stays once it was created: entities and patterns refer to it.',
      sentence: ({ displayName }) => `Category ${titled(displayName)} was created.`,
      bulk: (count) => `${count} categories were created`,
      moment: null,
    },
    EntityNamed: {
      fields: ({ entityId, from, name }) => [{ path: `entity/${entityId}/name`, from, to: name }],
      inverse: ({ entityId, entityTypeId, from, name }, state) => {
        if (from === null)
          return 'An entity stays known once it has been named, so that its page and links keep working.';
        const namesake = state.entityIdByName.get(keyOf(entityTypeId, from));
        if (namesake !== undefined && namesake !== entityId)
          throw new Rejected('entity-exists', `Another entity is now called ${titled(from)}.`);

        return undo({
          type: 'EntityNamed',
          data: { entityId, entityTypeId, from: name, name: from, slugBase: slugBase(from, entityId) },
        });
      },
      sentence: ({ from, name }) =>
        from === null
          ? `Entity ${titled(name)} was created.`
          : `Entity ${titled(from)} was renamed to ${titled(name)}.`,
      bulk: (count) => `${count} entities were named`,
      moment: null,
      // A new name comes with a search pattern, which is the line in the feed.
      isNews: ({ from }) => from !== null,
      entityIds: ({ entityId }) => [entityId],
    },
    EntityLinked: {
      fields: ({ entityId, from, url }) => [{ path: `entity/${entityId}/url`, from, to: url }],
      inverse: ({ entityId, from, url }) => undo({ type: 'EntityLinked', data: { entityId, from: url, url: from } }),
      sentence: ({ entityId, url }, names) =>
        `The link of ${titled(names.entity(entityId) ?? 'an entity')} was ${url === null ? 'removed' : 'set'}.`,
      bulk: (count) => `${count} entities were given new links`,
      moment: null,
      isNews: (_, isAlone) => isAlone,
      entityIds: ({ entityId }) => [entityId],
    },
    PatternAdded: {
      fields: ({ pattern }) => differences(null, pattern),
      inverse: (data) => undo({ type: 'PatternDeleted', data }),
      sentence: ({ pattern }) => `Search pattern ${titled(pattern.name)} was added.`,
      bulk: (count) => `${count} search patterns were added`,
      moment: null,
      entityIds: ({ pattern }) => [pattern.entityId],
    },
    PatternEdited: {
      fields: ({ from, to }) => differences(from, to),
      needs: ({ to }) => [`patterns/${to.patternId}/exists`],
      // Later changes of other fields stay.
      inverse: ({ from, to }, state) => {
        const now = state.patterns.get(to.patternId)!;
        const changed = KEYS.filter((key) => !isSameIn(key, from, to)).map((key) => [key, from[key]]);
        const back: PatternFacts = { ...now, ...Object.fromEntries(changed) };
        assertFree(state, back.entityTypeId, back.name, back.patternId);

        return undo({ type: 'PatternEdited', data: { from: now, to: back } });
      },
      sentence: ({ to }) => `Search pattern ${titled(to.name)} was changed.`,
      bulk: (count) => `${count} search patterns were changed`,
      moment: null,
      entityIds: ({ from, to }) => [...new Set([from.entityId, to.entityId])],
    },
    PatternDeleted: {
      fields: ({ pattern }) => differences(pattern, null),
      inverse: ({ pattern }, state) => {
        assertFree(state, pattern.entityTypeId, pattern.name, null);

        return undo({ type: 'PatternAdded', data: { pattern } });
      },
      sentence: ({ pattern }) => `Search pattern ${titled(pattern.name)} was deleted.`,
      bulk: (count) => `${count} search patterns were deleted`,
      moment: null,
      entityIds: ({ pattern }) => [pattern.entityId],
    },
    PatternLeftAsIs: {
      fields: ({ patternId, from, to }) => [{ path: `patterns/${patternId}/left`, from, to }],
      needs: ({ patternId }) => [`patterns/${patternId}/exists`],
      inverse: ({ from, to, ...data }) => undo({ type: 'PatternLeftAsIs', data: { ...data, from: to, to: from } }),
      sentence: ({ name, to }) =>
        to
          ? `Search pattern ${titled(name)} was looked at and left as it is.`
          : `Search pattern ${titled(name)} is to be looked at again.`,
      bulk: (count) => `${count} search patterns were looked at and left as they are`,
      moment: null,
      isNews: () => false,
      entityIds: ({ entityId }) => [entityId],
    },
    PatternsImported: {
      fields: ({ patterns }) => patterns.flatMap((pattern) => presence(pattern, false, true)),
      needs: ({ patterns }) => patterns.flatMap(({ patternId }) => KEYS.map((key) => `patterns/${patternId}/${key}`)),
      inverse: (data) => undo({ type: 'PatternsRemoved', data }),
      sentence: ({ patterns }) => `${patternsWere(patterns)} imported.`,
      bulk: (count) => `${count} search patterns were imported`,
      moment: null,
      size: ({ patterns }) => patterns.length,
    },
    PatternsRemoved: {
      fields: ({ patterns }) => patterns.flatMap((pattern) => presence(pattern, true, false)),
      inverse: (data, state) => {
        for (const { entityTypeId, name } of data.patterns) assertFree(state, entityTypeId, name, null);

        return undo({ type: 'PatternsImported', data });
      },
      sentence: ({ patterns }) => `${patternsWere(patterns)} removed, because the import was undone.`,
      bulk: (count) => `${count} search patterns were removed, because their import was undone`,
      moment: null,
      size: ({ patterns }) => patterns.length,
    },
    NameIgnored: {
      fields: ({ ignoredId }) => [{ path: `ignored/${ignoredId}/isIgnored`, from: false, to: true }],
      inverse: (data) => undo({ type: 'NameUnignored', data }),
      sentence: ({ name, type }) =>
        `${titled(name)} is not proposed as an entity any more${type === null ? '' : ` in the category ${type}`}.`,
      bulk: (count) => `${count} names are not proposed as entities any more`,
      moment: null,
    },
    NameUnignored: {
      fields: ({ ignoredId }) => [{ path: `ignored/${ignoredId}/isIgnored`, from: true, to: false }],
      inverse: (data) => undo({ type: 'NameIgnored', data }),
      sentence: ({ name, type }) =>
        `${titled(name)} may be proposed as an entity again${type === null ? '' : ` in the category ${type}`}.`,
      bulk: (count) => `${count} names may be proposed as entities again`,
      moment: null,
    },
    VocabularyVaried: {
      // The recount that it was made for stands for it.
      isUnlisted: true,
      fields: () => [],
      inverse: 'It changed nothing that visitors see, so there is nothing to undo.',
      sentence: () => 'A variant of the vocabulary was made for a recount of chosen changes.',
      bulk: null,
      moment: null,
      isNews: () => false,
    },
    EntitiesMerged: {
      fields: ({ from, into }) => [{ path: mergedIntoPath(from), from: null, to: into }],
      inverse: (data) => undo({ type: 'EntitiesUnmerged', data }),
      sentence: ({ from, into }, names) => `${entityTitle(names, from)} was merged into ${entityTitle(names, into)}.`,
      bulk: (count) => `${count} entities were merged into others`,
      moment: null,
      entityIds: ({ from, into }) => [into, from],
    },
    EntitiesUnmerged: {
      fields: ({ from, into }) => [{ path: mergedIntoPath(from), from: into, to: null }],
      inverse: ({ from, into }, state) => {
        if (shownIdOf(state, into) === from)
          throw new Rejected('entity-merged', 'The other entity is now merged into this one.');
        assertNoCircle(state, from, into, new Map());

        return undo({ type: 'EntitiesMerged', data: { from, into } });
      },
      sentence: ({ from, into }, names) =>
        `${entityTitle(names, from)} and ${entityTitle(names, into)} are two entities again: their merge was undone.`,
      bulk: (count) => `${count} merges of entities were undone`,
      moment: null,
      entityIds: ({ from, into }) => [into, from],
    },
    EntitySplit: {
      fields: ({ splitId, into }) => [{ path: `splits/${splitId}/into`, from: null, to: into }],
      inverse: (data) => undo({ type: 'EntityUnsplit', data }),
      sentence: ({ from, into, scope }, names) =>
        `${entityTitle(names, into)} was split off ${entityTitle(names, from)}, with ${partOf(scope)}.`,
      bulk: (count) => `${count} entities were split`,
      moment: null,
      entityIds: ({ from, into }) => [from, into],
    },
    EntityUnsplit: {
      fields: ({ splitId, into }) => [{ path: `splits/${splitId}/into`, from: into, to: null }],
      inverse: (data, state) => {
        assertSplittable(state, data, new Map());

        return undo({ type: 'EntitySplit', data });
      },
      sentence: ({ from, into, scope }, names) =>
        `What was split off ${entityTitle(names, from)} for ${entityTitle(names, into)} (${partOf(scope)}) counts for it again: the split was undone.`,
      bulk: (count) => `${count} splits of entities were undone`,
      moment: null,
      entityIds: ({ from, into }) => [from, into],
    },
  },
});

/** What was split off, as a part of a sentence. */
const partOf = ({ podcastUuids, segments }: SplitScope): string =>
  [
    ...(podcastUuids.length > 0 ? [`its mentions in ${numbered(podcastUuids, 'podcast')}`] : []),
    ...(segments.length > 0 ? [numbered(segments, 'chosen passage')] : []),
  ].join(' and ');
const numbered = ({ length }: readonly unknown[], noun: string): string =>
  length === 1 ? `one ${noun}` : `${length} ${noun}s`;

const mergedIntoPath = (entityId: EntityId): string => `entity/${entityId}/mergedInto`;
const entityTitle = (names: Names, entityId: EntityId): string => titled(names.entity(entityId) ?? 'an entity');

const KEYS = ['name', 'entityId', 'caseSensitive', 'wholeWord', 'near', 'notNear', 'distance'] as const;

function differences(from: PatternFacts | null, to: PatternFacts | null): FieldChange[] {
  const path = `patterns/${(from ?? to)!.patternId}`;
  const facts = KEYS.filter((key) => (from && to ? !isSameIn(key, from, to) : isSaid(key, (from ?? to)!))).map(
    (key) => ({
      path: `${path}/${key}`,
      from: from && valueOf(key, from),
      to: to && valueOf(key, to),
    }),
  );

  return from && to ? facts : [{ path: `${path}/exists`, from: from !== null, to: to !== null }, ...facts];
}

/** A pattern that comes or goes says nothing about a context that it has not. */
const isSaid = (key: (typeof KEYS)[number], pattern: PatternFacts): boolean =>
  !(key in NO_CONTEXT) || (hasContext(pattern) && valueOf(key, pattern) !== null);

/** Lists of words as people write them; an empty one is null. */
function valueOf(key: (typeof KEYS)[number], pattern: PatternFacts): string | number | boolean | null {
  const value = pattern[key];

  return typeof value === 'object' ? value.join(', ') || null : value;
}

const presence = ({ patternId, name }: PatternFacts, from: boolean, to: boolean): FieldChange[] => [
  { path: `patterns/${patternId}/exists`, from, to },
  { path: `patterns/${patternId}/name`, from: from ? name : null, to: to ? name : null },
];

const patternsWere = ({ length }: readonly unknown[]): string =>
  length === 1 ? 'One search pattern was' : `${length} search patterns were`;
