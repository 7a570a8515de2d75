import { hasCharacters } from '@earmark/contracts/mentions';
import {
  DEFAULT_COLOR_CLASS,
  DEFAULT_ICON_NAME,
  typeName,
  type EntityId,
  type EntityTypeId,
  type PatternFacts,
  type PatternId,
  type PatternRow,
  type VocabularyEvent,
} from '@earmark/contracts/vocabulary';
import { APPEND_BYTES } from '../kit/decider.ts';
import { Rejected } from '../kit/rejected.ts';
import { contextOf, isSameContext, type Context } from './pattern-context.ts';
import { keyOf, ownerOf, typeId, type VocabularyState } from './vocabulary-state.ts';
import { typeCreated } from './vocabulary.decider.ts';
import { meantCategory } from './vocabulary.entities.ts';

export interface ImportRow extends PatternRow {
  readonly patternId: PatternId;
}

export interface ImportOutcome {
  readonly added: number;
  /** The number of rows whose pattern already exists with the same entity and options. */
  readonly unchanged: number;
  readonly skipped: readonly { row: number; reason: string }[];
  /** The number of rows in this append; later rows need another one. */
  readonly taken: number;
}

interface KnownPattern {
  /** The name of the entity that owns the pattern. */
  readonly owner: string;
  readonly entityId: EntityId;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  readonly context: Context;
}

/**
 * The events of one append, of as many of the rows (at most 500) as go into it. Rows without characters, aliases that
 * another entity holds and patterns that are known with other options are skipped and reported by their index.
 * `metadataBytes`: of one event.
 */
export function importPatterns(
  state: VocabularyState,
  rows: readonly ImportRow[],
  metadataBytes: number,
): { events: VocabularyEvent[]; result: ImportOutcome } {
  const events: VocabularyEvent[] = [];
  const patterns: PatternFacts[] = [];
  const skipped: { row: number; reason: string }[] = [];
  // Patterns that this append adds.
  const newTypes = new Set<EntityTypeId>();
  const newEntities = new Map<string, EntityId>();
  const newLinks = new Map<EntityId, string>();
  /** By category and folded name. */
  const newPatterns = new Map<string, KnownPattern>();
  const linkOf = (entityId: EntityId) => newLinks.get(entityId) ?? state.entities.get(entityId)?.url ?? null;
  let unchanged = 0;
  let taken = 0;
  let bytes = metadataBytes;

  for (const [index, row] of rows.entries()) {
    taken = index + 1;
    const skip = (reason: string) => skipped.push({ row: index, reason });
    if (!hasCharacters(row.name)) {
      skip(`"${row.name}" contains no searchable character`);
      continue;
    }
    const { context, refusal } = readContext(row);
    if (refusal !== null) {
      skip(refusal);
      continue;
    }
    const { entityTypeId, name, displayName } = typeOfRow(state, row.entityType);
    const ownerName = row.entity ?? row.name;
    const ownerKey = keyOf(entityTypeId, ownerName);
    const key = keyOf(entityTypeId, row.name);
    const known = newPatterns.get(key) ?? patternOf(state, key);
    if (known !== null) {
      const others = otherOptions(row, context, known, linkOf(known.entityId));
      if (keyOf(entityTypeId, known.owner) !== ownerKey) skip(`"${row.name}" is already a pattern of "${known.owner}"`);
      else if (others.length > 0) skip(`"${row.name}" is known with other options (${others.join(', ')})`);
      else unchanged++;
      continue;
    }

    const own: VocabularyEvent[] = [];
    if (!state.types.has(entityTypeId) && !newTypes.has(entityTypeId))
      own.push(
        typeCreated(name, {
          displayName,
          iconName: DEFAULT_ICON_NAME,
          colorClass: DEFAULT_COLOR_CLASS,
        }),
      );
    const newEntity = newEntities.get(ownerKey);
    const owner =
      newEntity === undefined ? ownerOf(state, entityTypeId, ownerName) : { entityId: newEntity, events: [] };
    const { entityId } = owner;
    own.push(...owner.events);
    const from = linkOf(entityId);
    if (row.url && row.url !== from) own.push({ type: 'EntityLinked', data: { entityId, from, url: row.url } });
    const { patternId, caseSensitive, wholeWord } = row;
    const pattern = { patternId, entityId, entityTypeId, name: row.name, caseSensitive, wholeWord, ...context };

    const more = own.reduce((sum, { data }) => sum + jsonBytes(data) + metadataBytes, jsonBytes(pattern) + 1);
    if (bytes + more >= APPEND_BYTES) {
      if (patterns.length > 0) {
        taken = index;
        break;
      }
      skip('it is too long');
      continue;
    }
    bytes += more;
    events.push(...own);
    patterns.push(pattern);
    newTypes.add(entityTypeId);
    newEntities.set(ownerKey, entityId);
    if (row.url) newLinks.set(entityId, row.url);
    newPatterns.set(key, { owner: ownerName, entityId, caseSensitive, wholeWord, context });
  }
  if (patterns.length > 0) events.push({ type: 'PatternsImported', data: { patterns } });

  return { events, result: { added: patterns.length, unchanged, skipped, taken } };
}

/** The context of a row, or why it is refused. */
function readContext(row: ImportRow): { context: Context; refusal: null } | { context: null; refusal: string } {
  try {
    return { context: contextOf(row), refusal: null };
  } catch (error) {
    if (error instanceof Rejected) return { context: null, refusal: error.message };
    throw error;
  }
}

/** The category that a row means, whether or not there is one yet. */
export function typeOfRow(
  state: VocabularyState,
  typed: string,
): { entityTypeId: EntityTypeId; name: string; displayName: string } {
  const category = meantType(state, typed);
  const name = typeName(category);

  return { entityTypeId: state.typeIdByName.get(name) ?? typeId(name), name, displayName: category.trim() };
}

/** By which the vocabulary knows the name of a row. */
export const keyOfRow = (state: VocabularyState, { entityType, name }: PatternRow): string =>
  keyOf(typeOfRow(state, entityType).entityTypeId, name);

/** Other name lists say `place` for our `location`; a category of exactly the typed name takes precedence. */
function meantType(state: VocabularyState, typed: string): string {
  const name = typeName(typed);

  return /^places?$/.test(name) && !state.typeIdByName.has(name) ? 'location' : meantCategory(state, typed);
}

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Null when there is no such pattern. */
function patternOf(state: VocabularyState, key: string): KnownPattern | null {
  const patternId = state.patternIdByName.get(key);
  if (patternId === undefined) return null;
  const { entityId, caseSensitive, wholeWord, ...context } = state.patterns.get(patternId)!;

  return { owner: state.entities.get(entityId)!.name, entityId, caseSensitive, wholeWord, context };
}

/** The options that differ in the row, named as the columns of the file. */
function otherOptions(row: ImportRow, context: Context, known: KnownPattern, link: string | null): string[] {
  return [
    row.caseSensitive === known.caseSensitive ? '' : 'caseSensitive',
    row.wholeWord === known.wholeWord ? '' : 'wholeWord',
    isSameContext(context, known.context) ? '' : 'near, notNear, distance',
    !row.url || row.url === link ? '' : 'url',
  ].filter((name) => name !== '');
}
