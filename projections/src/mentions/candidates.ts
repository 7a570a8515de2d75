import { foldName } from '@earmark/contracts/mentions';
import type { Tables } from '../kit/tables.ts';
import { wordQuery } from './segment-words.ts';

export interface CandidateSegment {
  readonly episode_uuid: string;
  readonly segment_id: string;
  readonly speaker_id: string | null;
  readonly text: string;
}

interface Pattern {
  readonly name: string;
  readonly whole_word: boolean;
}

/** A bitmap of the index for each; more in one statement only makes the plan longer. */
const PATTERNS_AT_ONCE = 20;
/** What is surely there, as it stands, in a text of ASCII in which the folded name occurs; but for "and", see below. */
const RUN = /[a-z0-9]+/g;

/**
 * Segments of shown transcripts in which one of the patterns may occur, each once; there are always more of them than
 * the rule will accept. `episodes` null: all.
 */
export async function findCandidates(
  db: Pick<Tables, 'query'>,
  patterns: readonly Pattern[],
  episodes: readonly string[] | null,
): Promise<CandidateSegment[]> {
  const found = new Map<string, CandidateSegment>();
  for (let start = 0; start < patterns.length; start += PATTERNS_AT_ONCE) {
    const values: unknown[] = episodes === null ? [] : [episodes];
    const conditions = patterns.slice(start, start + PATTERNS_AT_ONCE).map((pattern) => conditionFor(pattern, values));
    const rows = await db.query<CandidateSegment & { version_id: string }>(
      `select s.episode_uuid, s.segment_id, s.speaker_id, s.text from mentions_segment s
       join mentions_episode e on e.episode_uuid = s.episode_uuid and e.version_id = s.version_id
       where ${episodes === null ? '' : 's.episode_uuid = any($1) and '}(${conditions.join(' or ')})`,
      values,
    );
    for (const row of rows) found.set(`${row.episode_uuid} ${row.segment_id}`, row);
  }

  return [...found.values()];
}

/** Else every text is read. */
export const usesIndex = ({ name, whole_word: wholeWord }: Pattern): boolean =>
  wholeWord && wordQuery(name).keys.length > 0;

function conditionFor(pattern: Pattern, values: unknown[]): string {
  const { name } = pattern;
  if (usesIndex(pattern)) return `s.words @> $${values.push(wordQuery(name).keys)}::integer[]`;
  // The rule takes "and" for "&".
  const runs = (foldName(name).toLowerCase().match(RUN) ?? []).filter((run) => run !== 'and');
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');

  return longest === ''
    ? 'true'
    : `(strpos(lower(s.text), $${values.push(longest)}) > 0 or octet_length(s.text) <> char_length(s.text))`;
}
