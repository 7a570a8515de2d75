import { compileMatcher, type Matcher, type Neighbours } from '@earmark/contracts/mentions';
import type { Pin } from '@earmark/contracts/vocabulary';
import type { Tables } from '../kit/tables.ts';

/** All patterns that ever held, in one matcher; a hit counts if its pattern holds at the episode's pin. */
export interface PinnedVocabulary {
  readonly matcher: Matcher;
  /** By pattern index. */
  readonly entityIds: readonly string[];
  readonly from: Int32Array;
  /** Exclusive. */
  readonly to: Int32Array;
}

const STILL_HOLDS = 0x7fff_ffff;

export interface PatternRow {
  entity_id: string;
  name: string;
  case_sensitive: boolean;
  whole_word: boolean;
  near: readonly string[];
  not_near: readonly string[];
  distance: number;
  from_revision: number;
  to_revision: number | null;
}

/** What the matching rule reads of a pattern, as columns of `mentions_pattern`. */
export const RULE_COLUMNS = 'name, case_sensitive, whole_word, near, not_near, distance';
export type RuleRow = Pick<PatternRow, 'name' | 'case_sensitive' | 'whole_word' | 'near' | 'not_near' | 'distance'>;

export const ruleOf = (row: RuleRow) => ({
  name: row.name,
  caseSensitive: row.case_sensitive,
  wholeWord: row.whole_word,
  near: row.near,
  notNear: row.not_near,
  distance: row.distance,
});

export async function loadVocabulary(tables: Tables): Promise<PinnedVocabulary> {
  const rows = await tables.query<PatternRow>(
    `select entity_id, ${RULE_COLUMNS}, from_revision, to_revision
     from mentions_pattern order by pattern_id, from_revision`,
  );

  return compileVocabulary(rows);
}

export function compileVocabulary(rows: readonly PatternRow[]): PinnedVocabulary {
  return {
    matcher: compileMatcher(rows.map(ruleOf)),
    entityIds: rows.map((row) => row.entity_id),
    from: Int32Array.from(rows, (row) => row.from_revision),
    to: Int32Array.from(rows, (row) => row.to_revision ?? STILL_HOLDS),
  };
}

/**
 * Occurrences of every entity in one text, from the patterns that hold at the pin: flat start, end pairs, ascending,
 * with overlapping aliases merged. Empty when there are none.
 */
export function occurrencesByEntity(
  vocabulary: PinnedVocabulary,
  text: string,
  { vocabularyRevision: revision, matcherVersion }: Pin,
  neighbours?: Neighbours,
): Map<string, number[]> {
  const { matcher, entityIds, from, to } = vocabulary;
  const found = new Map<string, number[]>();
  const hit = (pattern: number, start: number, end: number): void => {
    if (from[pattern]! > revision || to[pattern]! <= revision) return;
    const entityId = entityIds[pattern]!;
    const spans = found.get(entityId);
    if (spans) spans.push(start, end);
    else found.set(entityId, [start, end]);
  };
  matcher.scan(text, hit, neighbours, matcherVersion);
  for (const [entityId, spans] of found) if (spans.length > 2) found.set(entityId, joined(spans));

  return found;
}

/** Flat start, end pairs, ascending, with overlaps merged. */
export function joined(spans: readonly number[]): number[] {
  const pairs: [number, number][] = [];
  for (let index = 0; index < spans.length; index += 2) pairs.push([spans[index]!, spans[index + 1]!]);
  pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const result: number[] = [];
  for (const [start, end] of pairs) {
    const last = result.length - 1;
    if (last > 0 && start < result[last]!) result[last] = Math.max(result[last]!, end);
    else result.push(start, end);
  }

  return result;
}
