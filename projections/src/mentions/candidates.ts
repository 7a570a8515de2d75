import { foldName } from '@earmark/contracts/mentions';
import type { Tables } from '../kit/tables.ts';
import { keysOfWord, LONG_WORD, partQuery, wordQuery, type WordPart } from './segment-words.ts';

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

/** More in one statement only makes the plan longer. */
const PATTERNS_AT_ONCE = 20;
/** What is a part of more words is in most segments. */
const MOST_WORDS = 1000;
/** What is surely there, as it stands, in a text of ASCII in which the folded name occurs; but for "and", see below. */
const RUN = /[a-z0-9]+/g;

/**
 * Segments of shown transcripts in which one of the patterns may occur, each once; there are always more of them than
 * the rule will accept. `episodes` null: all.
 */
export async function findCandidates(
  db: Db,
  patterns: readonly Pattern[],
  episodes: readonly string[] | null,
): Promise<CandidateSegment[]> {
  const found = new Map<string, CandidateSegment>();
  for (const search of await planSearches(db, patterns)) {
    const { text, values } = searchIn(search, episodes);
    for (const row of await db.query<CandidateSegment>(text, values))
      found.set(`${row.episode_uuid} ${row.segment_id}`, row);
  }

  return [...found.values()];
}

/** The candidates of some patterns, by one statement. */
export interface Search {
  /** Else every text is read. */
  readonly isIndexed: boolean;
  /** On the segment `s`. */
  readonly condition: (place: Place, episodes: readonly string[] | null) => string;
}
/** Takes a value and answers its placeholder. */
type Place = (value: unknown) => string;

export function searchIn(search: Search, episodes: readonly string[] | null): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const place: Place = (value) => `$${values.indexOf(value) + 1 || values.push(value)}`;
  const text = `select s.episode_uuid, s.segment_id, s.speaker_id, s.text from mentions_segment s
    join mentions_episode e on e.episode_uuid = s.episode_uuid and e.version_id = s.version_id
    where ${within(episodes, place)}(${search.condition(place, episodes)})`;

  return { text, values };
}

const within = (episodes: readonly string[] | null, place: Place): string =>
  episodes === null ? '' : `s.episode_uuid = any(${place(episodes)}) and `;

/** What the index knows of a pattern: every segment with an occurrence has all the keys, and one of each list. */
interface Known {
  readonly keys: readonly number[];
  readonly anyOf: readonly (readonly number[])[];
}

export async function planSearches(db: Db, patterns: readonly Pattern[]): Promise<Search[]> {
  const queries = patterns.map(({ name, whole_word: wholeWord }) =>
    wholeWord ? { keys: wordQuery(name).keys, parts: [] } : partQuery(name),
  );
  const parts = queries.flatMap((query) => query.parts);
  const keysOfParts = new Map((await listKeys(db, parts)).map((keys, index) => [parts[index]!, keys]));
  const known: Known[] = [];
  const unknown: string[] = [];
  for (const [index, { keys, parts: own }] of queries.entries()) {
    const anyOf = own.map((part) => keysOfParts.get(part) ?? null).filter((some) => some !== null);
    if (keys.length > 0 || anyOf.length > 0) known.push({ keys, anyOf });
    else unknown.push(patterns[index]!.name);
  }

  return [
    ...chunked(known).map((some): Search => ({
      isIndexed: true,
      // The places first: how many segments have a key cannot be foretold well enough for a join.
      condition: (place, episodes) =>
        `s.ctid = any(array(${some.map((one) => placesOf(one, place, episodes)).join(' union all ')}))`,
    })),
    ...chunked(unknown).map((some): Search => ({
      isIndexed: false,
      condition: (place) => some.map((name) => mayHave(name, place)).join(' or '),
    })),
  ];
}

const chunked = <Item>(all: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(all.length / PATTERNS_AT_ONCE) }, (_, index) =>
    all.slice(index * PATTERNS_AT_ONCE, (index + 1) * PATTERNS_AT_ONCE),
  );

/** Key by key where one of many will do: asked for an overlap with all, the index takes a hundred times as long. */
function placesOf({ keys, anyOf }: Known, place: Place, episodes: readonly string[] | null): string {
  const each = anyOf.map(
    (some) => `select h.ctid from unnest(${place(some)}::integer[]) as k(key)
      cross join lateral (select s.ctid from mentions_segment s where s.words @> array[k.key] offset 0) h`,
  );
  if (keys.length > 0)
    each.push(
      `select s.ctid from mentions_segment s where ${within(episodes, place)}s.words @> ${place(keys)}::integer[]`,
    );

  return `(${each.join(' intersect ')})`;
}

function mayHave(name: string, place: Place): string {
  // The rule takes "and" for "&".
  const runs = (foldName(name).match(RUN) ?? []).filter((run) => run !== 'and');
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');

  return longest === ''
    ? 'true'
    : `(strpos(lower(s.text), ${place(longest)}) > 0 or octet_length(s.text) <> char_length(s.text))`;
}

/** Of each part, the keys of the words that have it; null: these are too many. */
async function listKeys(db: Db, parts: readonly WordPart[]): Promise<(number[] | null)[]> {
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
    [parts.map(({ text }) => text), parts.map(({ place }) => place), MOST_WORDS + 1],
  );

  return rows.map(({ words }) => (words.length > MOST_WORDS ? null : [LONG_WORD, ...words.flatMap(keysOfWord)]));
}
