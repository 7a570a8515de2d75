import { hasCharacters } from '@earmark/contracts/mentions';
import {
  DEFAULT_COLOR_CLASS,
  DEFAULT_ICON_NAME,
  type PatternFacts,
  type VocabularyEvent,
} from '@earmark/contracts/vocabulary';
import {
  keyOf,
  linked,
  ownerOf,
  typeCreated,
  typeId,
  typeName,
  type TypedPattern,
  type VocabularyState,
} from './vocabulary.decider.ts';

export interface ImportRow extends TypedPattern {
  /** Name of a category; one that does not exist is created. */
  readonly entityType: string;
  readonly patternId: string;
}

export interface ImportOutcome {
  readonly added: number;
  /** Rows whose pattern is there already, with the same entity. */
  readonly unchanged: number;
  readonly skipped: readonly { row: number; reason: string }[];
}

/** Rows of one append (at most 500). Rows without characters, and aliases that another entity holds, are skipped and reported by their index. */
export function importPatterns(
  state: VocabularyState,
  rows: readonly ImportRow[],
): { events: VocabularyEvent[]; result: ImportOutcome } {
  const events: VocabularyEvent[] = [];
  const patterns: PatternFacts[] = [];
  const skipped: { row: number; reason: string }[] = [];
  // What this append adds itself.
  const newTypes = new Set<string>();
  const newEntities = new Map<string, string>();
  /** By category and folded name: the entity's name. */
  const newPatterns = new Map<string, string>();
  let unchanged = 0;

  for (const [index, row] of rows.entries()) {
    const skip = (reason: string) => skipped.push({ row: index, reason });
    if (!hasCharacters(row.name)) {
      skip(`"${row.name}" has no character that could be found in a text`);
      continue;
    }
    const name = typeName(row.entityType);
    const entityTypeId = state.typeIdByName.get(name) ?? typeId(name);
    if (!state.types.has(entityTypeId) && !newTypes.has(entityTypeId)) {
      newTypes.add(entityTypeId);
      events.push(
        typeCreated(name, {
          displayName: row.entityType.trim(),
          iconName: DEFAULT_ICON_NAME,
          colorClass: DEFAULT_COLOR_CLASS,
        }),
      );
    }
    const ownerName = row.entity ?? row.name;
    const ownerKey = keyOf(entityTypeId, ownerName);
    const key = keyOf(entityTypeId, row.name);
    const holder = newPatterns.get(key) ?? holderOf(state, key);
    if (holder !== null) {
      if (keyOf(entityTypeId, holder) === ownerKey) unchanged++;
      else skip(`"${row.name}" is a pattern of "${holder}" already`);
      continue;
    }
    const known = newEntities.get(ownerKey);
    const owner = known === undefined ? ownerOf(state, entityTypeId, ownerName) : { entityId: known, events: [] };
    newEntities.set(ownerKey, owner.entityId);
    events.push(...owner.events);
    if (row.url) events.push(...linked(state, owner.entityId, row.url));
    newPatterns.set(key, ownerName);
    patterns.push({
      patternId: row.patternId,
      entityId: owner.entityId,
      entityTypeId,
      name: row.name,
      caseSensitive: row.caseSensitive,
      wholeWord: row.wholeWord,
    });
  }
  if (patterns.length > 0) events.push({ type: 'PatternsImported', data: { patterns } });

  return { events: patterns.length > 0 ? events : [], result: { added: patterns.length, unchanged, skipped } };
}

/** Name of the entity whose pattern it is; null when there is no such pattern. */
function holderOf(state: VocabularyState, key: string): string | null {
  const patternId = state.patternIdByName.get(key);
  if (patternId === undefined) return null;

  return state.entities.get(state.patterns.get(patternId)!.entityId)!.name;
}
