import { foldName } from '@earmark/contracts/mentions';
import type { Knex } from 'knex';
import { isAnyOf, joined, native, sql, type Condition } from '../kit/query-builder.ts';
import type { Tables } from '../kit/tables.ts';
import {
  anyWord,
  formsOfWord,
  LONG_WORD,
  OVERFULL,
  partQuery,
  tsquery,
  wordQuery,
  type WordPart,
  type WordQuery,
} from './segment-words.ts';

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

type Db = Pick<Tables, 'query'>;

/** More in one statement would only slow down planning. */
const PATTERNS_AT_ONCE = 20;
/** A text that is part of more words than this is in most segments. */
const MAX_WORDS = 1000;
/** Runs that an ASCII text must contain literally where the folded name occurs; for "and", see below. */
const RUN = /[a-z0-9]+/g;

/**
 * Segments of shown transcripts in which one of the patterns may occur, each once: a superset of what
 * the rule accepts. `episodes` null: all. `of`: `mentions_all_episode` for what was removed, too.
 */
export async function findCandidates(
  db: Db,
  patterns: readonly Pattern[],
  episodes: readonly string[] | null,
  of: EpisodeTable = 'mentions_episode',
): Promise<CandidateSegment[]> {
  const found = new Map<string, CandidateSegment>();
  for (const search of await planSearches(db, patterns))
    for (const row of await db.query<CandidateSegment>(...searchIn(search, episodes, of)))
      found.set(`${row.episode_uuid} ${row.segment_id}`, row);

  return [...found.values()];
}

/** One statement that finds the candidates of some patterns. */
export interface Search {
  /** False: every text is read. */
  readonly isIndexed: boolean;
  /** Condition on the segment `s`. */
  readonly condition: (episodes: readonly string[] | null) => Knex.Raw;
}

type EpisodeTable = 'mentions_episode' | 'mentions_all_episode';

export const searchIn = (
  search: Search,
  episodes: readonly string[] | null,
  of: EpisodeTable = 'mentions_episode',
): [text: string, values: unknown[]] =>
  native(
    sql('mentions_segment as s')
      .join(`${of} as e`, { 'e.episode_uuid': 's.episode_uuid', 'e.version_id': 's.version_id' })
      .select('s.episode_uuid', 's.segment_id', 's.speaker_id', 's.text')
      .modify(isAnyOf('s.episode_uuid', episodes))
      .where(search.condition(episodes)),
  );

/** Restricts to segments `s` that have all of the phrases, as far as the index knows. */
export const mayHave =
  (phrases: WordQuery['phrases']): Condition =>
  (query) => {
    if (phrases.length > 0) query.whereRaw('s.words @@ ?::tsquery', [tsquery(phrases)]);
  };

/** What the index knows about a pattern: every segment with an occurrence has all phrases, and one word of each list. */
interface Known {
  readonly phrases: WordQuery['phrases'];
  readonly anyOf: readonly (readonly string[])[];
}

export async function planSearches(db: Db, patterns: readonly Pattern[]): Promise<Search[]> {
  const queries = patterns.map(({ name, whole_word: wholeWord }) =>
    wholeWord ? { phrases: wordQuery(name).phrases, parts: [] } : partQuery(name),
  );
  const parts = queries.flatMap((query) => query.parts);
  const wordsOfParts = new Map((await listWords(db, parts)).map((words, index) => [parts[index]!, words]));
  const known: Known[] = [];
  const unknown: string[] = [];
  for (const [index, { phrases, parts: own }] of queries.entries()) {
    const anyOf = own.map((part) => wordsOfParts.get(part) ?? null).filter((some) => some !== null);
    if (phrases.length > 0 || anyOf.length > 0) known.push({ phrases, anyOf });
    else unknown.push(patterns[index]!.name);
  }

  return [
    ...chunked(known).map((some): Search => ({
      isIndexed: true,
      // Finds the row addresses first: Postgres cannot estimate well enough how many segments have a word to plan a join.
      condition: (episodes) =>
        sql.raw('s.ctid = any(array(?))', [
          joined(
            some.map((one) => placesOf(one, episodes)),
            ' union all ',
          ),
        ]),
    })),
    ...chunked(unknown).map((some): Search => ({
      isIndexed: false,
      condition: () => sql.raw('(?)', [joined(some.map(mayContain), ' or ')]),
    })),
  ];
}

const chunked = <Item>(all: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(all.length / PATTERNS_AT_ONCE) }, (_, index) =>
    all.slice(index * PATTERNS_AT_ONCE, (index + 1) * PATTERNS_AT_ONCE),
  );

/** Queries word by word where one of many suffices: a single query for any of them takes the index a hundred times as long. */
function placesOf({ phrases, anyOf }: Known, episodes: readonly string[] | null): Knex.Raw {
  const each = anyOf.map((some) =>
    sql.raw(
      `select h.ctid from unnest(?::text[]) as k(words)
       cross join lateral (select s.ctid from mentions_segment s where s.words @@ k.words::tsquery offset 0) h`,
      [some as string[]],
    ),
  );
  if (phrases.length > 0)
    each.push(
      sql.raw('?', [
        sql('mentions_segment as s')
          .select('s.ctid')
          .modify(isAnyOf('s.episode_uuid', episodes))
          .modify(mayHave(phrases)),
      ]),
    );

  return sql.raw('(?)', [joined(each, ' intersect ')]);
}

function mayContain(name: string): Knex.Raw {
  // The rule treats "and" and "&" as equal.
  const runs = (foldName(name).match(RUN) ?? []).filter((run) => run !== 'and');
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');

  return longest === ''
    ? sql.raw('true')
    : sql.raw('(strpos(lower(s.text), ?) > 0 or octet_length(s.text) <> char_length(s.text))', [longest]);
}

/** For each part, tsqueries of the words that contain it; null: too many. */
async function listWords(db: Db, parts: readonly WordPart[]): Promise<(string[] | null)[]> {
  if (parts.length === 0) return [];
  const rows = await db.query<{ words: string[] }>(
    `select array(
       select w.word from mentions_word w
       where case p.place
         when 'start' then starts_with(w.word, p.text)
         when 'end' then right(w.word, length(p.text)) = p.text
         else strpos(w.word, p.text) > 0
       end
       limit $3
     ) as words
     from unnest($1::text[], $2::text[]) with ordinality as p(text, place, number) order by p.number`,
    [parts.map(({ text }) => text), parts.map(({ place }) => place), MAX_WORDS + 1],
  );

  return rows.map(({ words }) =>
    words.length > MAX_WORDS
      ? null
      : [anyWord([LONG_WORD, OVERFULL]), ...words.map((word) => anyWord(formsOfWord(word)))],
  );
}
