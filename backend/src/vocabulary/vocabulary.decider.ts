import type { IgnoredNameEvent } from '@earmark/contracts/discovery';
import { EARMARK_NAMESPACE, slugBase, uuidFrom } from '@earmark/contracts/kit';
import { foldName, hasCharacters, hasContext } from '@earmark/contracts/mentions';
import {
  EntityId,
  EntityTypeId,
  NO_CONTEXT,
  typeName,
  type AddedPattern,
  type PatternFacts,
  type PatternId,
  type SplitId,
  type TypedPattern,
  type VocabularyCommand,
  type VocabularyEvent,
} from '@earmark/contracts/vocabulary';
import type { Decider } from '../kit/decider.ts';
import { Rejected } from '../kit/rejected.ts';
import { mergeEntities, shownIdOf, unmergeEntities } from './merging.ts';
import { contextOf, isSameIn } from './pattern-context.ts';
import { putSplit, removeSplit, splitEntity, unsplitEntity, type InformedSplit } from './splitting.ts';

/** Of its strings, all states share one copy each: there may be a hundred thousand. */
interface Entity {
  readonly entityId: EntityId;
  readonly entityTypeId: EntityTypeId;
  readonly name: string;
  /** Category and folded name. */
  readonly key: string;
  url: string | null;
  patternIds: readonly PatternId[];
}

/** The part of the vocabulary that the rules need. */
export interface VocabularyState {
  revision: number;
  /** By id. */
  types: Map<EntityTypeId, string>;
  typeIdByName: Map<string, EntityTypeId>;
  /** Every entity ever named. An id is never assigned to another name. */
  entities: Map<EntityId, Entity>;
  /** By category and folded name. */
  entityIdByName: Map<string, EntityId>;
  /** By category and folded name: former names of entities, which an undo may restore. */
  formerNames: Set<string>;
  patterns: Map<PatternId, PatternFacts>;
  /** Noisy patterns that somebody left as they are. */
  left: Set<PatternId>;
  /** By category and folded name. */
  patternIdByName: Map<string, PatternId>;
  /** Names that are not proposed as entities, by id. */
  ignoredNames: Map<string, IgnoredNameEvent['data']>;
  /** Of merged entities, which one each was merged into; that one may be merged in turn. */
  mergedInto: Map<EntityId, EntityId>;
  splits: Map<SplitId, Split>;
  /** By `splitKey`. */
  splitInto: Map<string, Split>;
}

type Split = Extract<VocabularyEvent, { type: 'EntitySplit' }>['data'];

/** By id, entities that perhaps only episodes know. */
export type EpisodeNames = ReadonlyMap<string, { readonly name: string; readonly entityTypeId: EntityTypeId }>;

export type VocabularyStreamEvent = VocabularyEvent | IgnoredNameEvent;

/** `namesakeId` is an entity known only to episodes that has the pattern's new name. */
export type InformedCommand =
  | Exclude<VocabularyCommand, { type: 'EditPattern' | 'MergeEntities' | 'UnmergeEntities' | 'SplitEntity' }>
  | InformedSplit
  | (Extract<VocabularyCommand, { type: 'MergeEntities' | 'UnmergeEntities' }> & { readonly known: EpisodeNames })
  | (Extract<VocabularyCommand, { type: 'EditPattern' }> & { readonly namesakeId?: EntityId | null });

/** Its stream is `vocabulary-main`. */
export const VOCABULARY_ID = 'main';

/** Equal for names that count as the same in a category. */
export const keyOf = (entityTypeId: EntityTypeId, name: string): string => `${entityTypeId} ${foldName(name)}`;

/** Lower case, white space turned to underscores. */
export const typeId = (name: string): EntityTypeId => uuidFrom(EARMARK_NAMESPACE, name, EntityTypeId);

export const vocabulary: Decider<VocabularyState, InformedCommand, VocabularyStreamEvent> = {
  category: 'vocabulary',
  initial: () => ({
    revision: -1,
    types: new Map(),
    typeIdByName: new Map(),
    entities: new Map(),
    entityIdByName: new Map(),
    formerNames: new Set(),
    patterns: new Map(),
    left: new Set(),
    patternIdByName: new Map(),
    ignoredNames: new Map(),
    mergedInto: new Map(),
    splits: new Map(),
    splitInto: new Map(),
  }),
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

/** The entity of that name in the category, created when there is none. */
export function ownerOf(
  state: VocabularyState,
  entityTypeId: EntityTypeId,
  name: string,
): { entityId: EntityId; events: VocabularyEvent[] } {
  const known = state.entityIdByName.get(keyOf(entityTypeId, name));
  if (known !== undefined) return { entityId: known, events: [] };

  const folded = foldName(name);
  let entityId = uuidFrom(entityTypeId, folded, EntityId);
  for (let number = 2; state.entities.has(entityId); number++)
    entityId = uuidFrom(entityTypeId, `${folded}#${number}`, EntityId);

  return {
    entityId,
    events: [
      { type: 'EntityNamed', data: { entityId, entityTypeId, from: null, name, slugBase: slugBase(name, entityId) } },
    ],
  };
}

export function linked(state: VocabularyState, entityId: EntityId, url: string | null | undefined): VocabularyEvent[] {
  const from = state.entities.get(entityId)?.url ?? null;
  if (url === undefined || url === from) return [];

  return [{ type: 'EntityLinked', data: { entityId, from, url } }];
}

/** Throws Rejected `pattern-without-characters`. */
export function assertFindable(name: string): void {
  if (!hasCharacters(name))
    throw new Rejected('pattern-without-characters', `"${name}" contains no searchable character.`);
}

/** Throws Rejected `pattern-exists`. */
export function assertFree(
  state: VocabularyState,
  entityTypeId: EntityTypeId,
  name: string,
  except: PatternId | null,
): void {
  const holder = state.patternIdByName.get(keyOf(entityTypeId, name));
  if (holder !== undefined && holder !== except)
    throw new Rejected(
      'pattern-exists',
      `"${state.patterns.get(holder)!.name}" is already a pattern of ${state.types.get(entityTypeId)}.`,
    );
}

function getPattern(state: VocabularyState, patternId: PatternId): PatternFacts {
  const pattern = state.patterns.get(patternId);
  if (!pattern) throw new Rejected('pattern-unknown', `There is no pattern ${patternId}.`);

  return pattern;
}

function nameEntity(
  state: VocabularyState,
  {
    entityId,
    entityTypeId,
    from,
    name,
  }: { entityId: EntityId; entityTypeId: EntityTypeId; from: string | null; name: string },
): void {
  if (from !== null) {
    state.entityIdByName.delete(keyOf(entityTypeId, from));
    state.formerNames.add(keyOf(entityTypeId, from));
  }
  const known = state.entities.get(entityId);
  const key = keyOf(entityTypeId, name);
  state.entities.set(entityId, {
    entityId,
    entityTypeId: state.typeIdByName.get(state.types.get(entityTypeId) ?? '') ?? entityTypeId,
    name,
    key,
    url: known?.url ?? null,
    patternIds: known?.patternIds ?? NONE,
  });
  state.entityIdByName.set(key, entityId);
}

const NONE: readonly PatternId[] = [];

function putPattern(state: VocabularyState, pattern: PatternFacts): void {
  const { patternId, entityTypeId, name } = pattern;
  const entity = state.entities.get(pattern.entityId);
  const isNamesake = entity?.name === name;
  const shared = entity && {
    entityId: entity.entityId,
    entityTypeId: entity.entityTypeId,
    name: isNamesake ? entity.name : name,
  };
  // Most patterns have no context: the same lists for all of them.
  const context = hasContext(pattern) ? undefined : NO_CONTEXT;
  state.patterns.set(patternId, { ...pattern, ...shared, ...context });
  state.patternIdByName.set(isNamesake ? entity.key : keyOf(entityTypeId, name), patternId);
  if (entity) entity.patternIds = [...entity.patternIds, patternId];
}

function removePattern(state: VocabularyState, { patternId, entityId, entityTypeId, name }: PatternFacts): void {
  state.patterns.delete(patternId);
  state.patternIdByName.delete(keyOf(entityTypeId, name));
  const entity = state.entities.get(entityId);
  if (entity) entity.patternIds = entity.patternIds.filter((id) => id !== patternId);
}
