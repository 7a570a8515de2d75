import type { IgnoredNameEvent } from '@earmark/contracts/discovery';
import { slugBase } from '@earmark/contracts/kit';
import { foldName } from '@earmark/contracts/mentions';
import {
  singularType,
  typeName,
  type AddedPattern,
  type EntityId,
  type PatternFacts,
  type PatternId,
  type TypedPattern,
  type VocabularyCommand,
  type VocabularyEvent,
} from '@earmark/contracts/vocabulary';
import type { Decider } from '../kit/decider.ts';
import { Rejected } from '../kit/rejected.ts';
import { mergeEntities, shownIdOf, unmergeEntities } from './merging.ts';
import { contextOf, isSameIn } from './pattern-context.ts';
import { putSplit, removeSplit, splitEntity, unsplitEntity, type InformedSplit } from './splitting.ts';
import {
  assertFindable,
  assertFree,
  emptyVocabulary,
  getPattern,
  keyOf,
  linked,
  nameEntity,
  ownerOf,
  putPattern,
  removePattern,
  typeId,
  type EpisodeNames,
  type VocabularyState,
} from './vocabulary-state.ts';

export type VocabularyStreamEvent = VocabularyEvent | IgnoredNameEvent;

/** `namesakeId` is an entity known only to episodes that has the pattern's new name. */
export type InformedCommand =
  | Exclude<VocabularyCommand, { type: 'EditPattern' | 'MergeEntities' | 'UnmergeEntities' | 'SplitEntity' }>
  | InformedSplit
  | (Extract<VocabularyCommand, { type: 'MergeEntities' | 'UnmergeEntities' }> & { readonly known: EpisodeNames })
  | (Extract<VocabularyCommand, { type: 'EditPattern' }> & { readonly namesakeId?: EntityId | null })
  | VaryVocabulary;

/** Variants of the vocabulary for a recount: of each of `bases`, with the changes at the revisions `changes`. */
export interface VaryVocabulary {
  readonly type: 'VaryVocabulary';
  readonly bases: readonly number[];
  readonly changes: readonly number[];
}

/** Its stream is `vocabulary-main`. */
export const VOCABULARY_ID = 'main';

export const vocabulary: Decider<VocabularyState, InformedCommand, VocabularyStreamEvent> = {
  category: 'vocabulary',
  initial: emptyVocabulary,
  isAlwaysKept: true,
  evolve: (state, event) => {
    state.revision = event.revision;
    switch (event.type) {
      case 'EntityTypeCreated':
        state.types.set(event.data.entityTypeId, event.data.name);
        state.typeIdByName.set(event.data.name, event.data.entityTypeId);
        break;
      case 'EntityNamed':
        nameEntity(state, event.data);
        break;
      case 'EntityLinked':
        state.entities.get(event.data.entityId)!.url = event.data.url;
        break;
      case 'PatternAdded':
        putPattern(state, event.data.pattern);
        break;
      case 'PatternsImported':
        for (const pattern of event.data.patterns) putPattern(state, pattern);
        break;
      case 'PatternsRemoved':
        for (const pattern of event.data.patterns) {
          state.left.delete(pattern.patternId);
          removePattern(state, pattern);
        }
        break;
      case 'PatternEdited':
        removePattern(state, event.data.from);
        putPattern(state, event.data.to);
        break;
      case 'PatternDeleted':
        state.left.delete(event.data.pattern.patternId);
        removePattern(state, event.data.pattern);
        break;
      case 'PatternLeftAsIs':
        if (event.data.to) state.left.add(event.data.patternId);
        else state.left.delete(event.data.patternId);
        break;
      case 'NameIgnored':
        state.ignoredNames.set(event.data.ignoredId, event.data);
        break;
      case 'NameUnignored':
        state.ignoredNames.delete(event.data.ignoredId);
        break;
      case 'EntitiesMerged':
        state.mergedInto.set(event.data.from, event.data.into);
        break;
      case 'EntitiesUnmerged':
        state.mergedInto.delete(event.data.from);
        break;
      case 'EntitySplit':
        putSplit(state, event.data);
        break;
      case 'EntityUnsplit':
        removeSplit(state, event.data);
        break;
    }

    return state;
  },
  decide: (state, command) => {
    switch (command.type) {
      case 'CreateEntityType': {
        const name = typeName(command.name);
        if (state.typeIdByName.has(name))
          throw new Rejected('entity-type-exists', `A category named "${name}" already exists.`);
        const singular = singularType(name);
        // Whoever types the plural means the known category.
        if (singular !== null && state.typeIdByName.has(singular))
          throw new Rejected('entity-type-exists', `"${name}" is the plural of the category "${singular}".`);
        return [typeCreated(name, command)];
      }
      case 'AddPattern':
        return addPattern(state, command.pattern);
      case 'EditPattern':
        return editPattern(state, command.patternId, command.changes, command.namesakeId ?? null);
      case 'LeavePattern': {
        const { patternId, entityId, name } = getPattern(state, command.patternId);
        const from = state.left.has(patternId);
        if (from === command.isLeft) return [];
        return [{ type: 'PatternLeftAsIs', data: { patternId, entityId, name, from, to: command.isLeft } }];
      }
      case 'DeletePattern':
        return [{ type: 'PatternDeleted', data: { pattern: getPattern(state, command.patternId) } }];
      case 'MergeEntities':
        return mergeEntities(state, command.from, command.into, command.known);
      case 'UnmergeEntities':
        return unmergeEntities(state, command.from, command.known);
      case 'SplitEntity':
        return splitEntity(state, command);
      case 'UnsplitEntity':
        return unsplitEntity(state, command.splitId);
      case 'VaryVocabulary': {
        const changes = [...command.changes];
        const variants = [...command.bases, null].map((base) => ({ base, changes: base === null ? [] : changes }));
        return variants.map((data) => ({ type: 'VocabularyVaried', data }));
      }
    }
  },
};

export const typeCreated = (
  name: string,
  { displayName, iconName, colorClass }: { displayName: string; iconName: string; colorClass: string },
): VocabularyEvent => ({
  type: 'EntityTypeCreated',
  data: { entityTypeId: typeId(name), name, displayName, iconName, colorClass },
});

function addPattern(state: VocabularyState, typed: AddedPattern): VocabularyEvent[] {
  const { patternId, entityTypeId, name, caseSensitive, wholeWord, url } = typed;
  assertFindable(name);
  if (!state.types.has(entityTypeId))
    throw new Rejected('entity-type-unknown', `There is no category ${entityTypeId}.`);
  assertFree(state, entityTypeId, name, null);

  const owner = ownerOf(state, entityTypeId, typed.entity ?? name);
  const facts = { patternId, entityId: owner.entityId, entityTypeId, name, caseSensitive, wholeWord };
  const pattern = { ...facts, ...contextOf(typed) };

  return [...owner.events, ...linked(state, owner.entityId, url), { type: 'PatternAdded', data: { pattern } }];
}

function editPattern(
  state: VocabularyState,
  patternId: PatternId,
  changes: Partial<TypedPattern>,
  namesakeId: EntityId | null,
): VocabularyEvent[] {
  if (changes.name !== undefined) assertFindable(changes.name);
  const from = getPattern(state, patternId);
  const { entityTypeId } = from;
  const name = changes.name ?? from.name;
  assertFree(state, entityTypeId, name, patternId);

  const events: VocabularyEvent[] = [];
  let { entityId } = from;
  const entity = state.entities.get(entityId)!;
  if (typeof changes.entity === 'string') {
    // With an unchanged entity name, the entity keeps its name.
    if (foldName(changes.entity) !== foldName(entity.name)) {
      const owner = ownerOf(state, entityTypeId, changes.entity);
      // The pattern of a merged entity is shown under the other's name, and stays its own.
      if (shownIdOf(state, owner.entityId) !== shownIdOf(state, entityId)) {
        entityId = owner.entityId;
        events.push(...owner.events);
      }
    }
  } else if (name !== from.name && from.name === entity.name && entity.patternIds.length === 1) {
    // The entity's only pattern has its name, so the entity is renamed with it.
    const namesake = state.entityIdByName.get(keyOf(entityTypeId, name)) ?? namesakeId;
    if (namesake === null || namesake === entityId)
      events.push({
        type: 'EntityNamed',
        data: { entityId, entityTypeId, from: entity.name, name, slugBase: slugBase(name, entityId) },
      });
  }
  const to: PatternFacts = {
    ...from,
    entityId,
    name,
    caseSensitive: changes.caseSensitive ?? from.caseSensitive,
    wholeWord: changes.wholeWord ?? from.wholeWord,
    ...contextOf(changes, from),
  };
  const isSame = (Object.keys(to) as (keyof PatternFacts)[]).every((key) => isSameIn(key, to, from));

  return [
    ...events,
    ...linked(state, entityId, changes.url),
    ...(isSame ? [] : [{ type: 'PatternEdited', data: { from, to } } satisfies VocabularyEvent]),
  ];
}
