import type { IgnoredNameEvent } from '@earmark/contracts/discovery';
import { EARMARK_NAMESPACE, slugBase, uuidFrom } from '@earmark/contracts/kit';
import { foldName, hasCharacters, hasContext } from '@earmark/contracts/mentions';
import {
  EntityId,
  EntityTypeId,
  NO_CONTEXT,
  type PatternFacts,
  type PatternId,
  type SplitId,
  type VocabularyEvent,
} from '@earmark/contracts/vocabulary';
import { Rejected } from '../kit/rejected.ts';

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

/** Equal for names that count as the same in a category. */
// Joined: a template would also keep its two parts, for each of a hundred thousand names.
export const keyOf = (entityTypeId: EntityTypeId, name: string): string => [entityTypeId, foldName(name)].join(' ');

/** Lower case, white space turned to underscores. */
export const typeId = (name: string): EntityTypeId => uuidFrom(EARMARK_NAMESPACE, name, EntityTypeId);

export const emptyVocabulary = (): VocabularyState => ({
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
});

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

export function getPattern(state: VocabularyState, patternId: PatternId): PatternFacts {
  const pattern = state.patterns.get(patternId);
  if (!pattern) throw new Rejected('pattern-unknown', `There is no pattern ${patternId}.`);

  return pattern;
}

export function nameEntity(
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

export function putPattern(state: VocabularyState, pattern: PatternFacts): void {
  const { patternId, entityTypeId, name, caseSensitive, wholeWord } = pattern;
  const entity = state.entities.get(pattern.entityId);
  const isNamesake = entity?.name === name;
  // Most patterns have no context: the same lists for all of them.
  const { near, notNear, distance } = hasContext(pattern) ? pattern : NO_CONTEXT;
  // Written out: an object that is copied with `...` takes half as much again.
  state.patterns.set(patternId, {
    patternId,
    entityId: entity?.entityId ?? pattern.entityId,
    entityTypeId: entity?.entityTypeId ?? entityTypeId,
    name: isNamesake ? entity.name : name,
    caseSensitive,
    wholeWord,
    near,
    notNear,
    distance,
  });
  state.patternIdByName.set(isNamesake ? entity.key : keyOf(entityTypeId, name), patternId);
  // An array that is spread has room for sixteen more.
  if (entity) entity.patternIds = entity.patternIds.concat(patternId);
}

export function removePattern(state: VocabularyState, { patternId, entityId, entityTypeId, name }: PatternFacts): void {
  state.patterns.delete(patternId);
  state.patternIdByName.delete(keyOf(entityTypeId, name));
  const entity = state.entities.get(entityId);
  if (entity) entity.patternIds = entity.patternIds.filter((id) => id !== patternId);
}
