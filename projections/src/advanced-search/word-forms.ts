import type { Db } from '../kit/db.ts';
import { RecentlyUsed } from '../kit/recently-used.ts';
import type { Library } from './library.ts';

/** Inflected forms of a word begin alike; without this, every word of the list would be stemmed. */
const COMMON_START = 2;
const LAST_CHARACTER = '\u{10ffff}';
/** Few words begin otherwise. A start has up to some thousand words. */
const STARTS_KEPT = 400;

/** The words of all texts with one start, by the stem that one stemmer gives them. */
interface StemmedWords {
  readonly stemOf: ReadonlyMap<string, string>;
  readonly byStem: ReadonlyMap<string, readonly string[]>;
}

/** Stemming the words of a start takes some milliseconds, so that is done once in a library. */
const stemmed = new WeakMap<Library, RecentlyUsed<StemmedWords>>();

/**
 * For each word, by stemmer, the words of all texts that have the same stem and the same first two characters, the word
 * itself included where it is said.
 */
export async function listForms(
  db: Db,
  library: Library,
  words: readonly string[],
  stemmers: readonly string[],
): Promise<Map<string, Map<string, readonly string[]>>> {
  const starts = await readStarts(db, library, new Set(words.map(startOf)), stemmers);
  const wordsOf = (word: string, stemmer: string) => starts.get(keyOf(stemmer, startOf(word)))!;
  const pairs = words.flatMap((word) => stemmers.map((stemmer) => ({ word, stemmer })));
  const stems = await listStems(
    db,
    pairs.filter(
      ({ word, stemmer }) => wordsOf(word, stemmer).byStem.size > 0 && !wordsOf(word, stemmer).stemOf.has(word),
    ),
  );
  const forms = new Map<string, Map<string, readonly string[]>>();
  for (const { word, stemmer } of pairs) {
    const { stemOf, byStem } = wordsOf(word, stemmer);
    const alike = byStem.get(stemOf.get(word) ?? stems.get(keyOf(stemmer, word)) ?? '');
    if (alike) forms.set(word, (forms.get(word) ?? new Map<string, readonly string[]>()).set(stemmer, alike));
  }

  return forms;
}

const startOf = (word: string): string => Array.from(word).slice(0, COMMON_START).join('');
const keyOf = (stemmer: string, text: string): string => `${stemmer} ${text}`;

/** By `keyOf` of stemmer and start. */
async function readStarts(
  db: Db,
  library: Library,
  starts: ReadonlySet<string>,
  stemmers: readonly string[],
): Promise<Map<string, StemmedWords>> {
  const known = stemmed.get(library) ?? new RecentlyUsed<StemmedWords>(STARTS_KEPT);
  stemmed.set(library, known);
  const found = new Map<string, StemmedWords>();
  const missing: { stemmer: string; start: string }[] = [];
  for (const start of starts)
    for (const stemmer of stemmers) {
      const words = known.find(keyOf(stemmer, start));
      if (words) found.set(keyOf(stemmer, start), words);
      else missing.push({ stemmer, start });
    }
  if (missing.length === 0) return found;
  const { rows } = await db.query<{ at: string; words: string[]; stems: (string | null)[] }>({
    name: 'search: words by stem',
    // "offset 0": otherwise Postgres looks the stemmer up for each word.
    text: `select a.at, array_agg(w.word) as words, array_agg((ts_lexize(a.dictionary, w.word))[1]) as stems
      from (
        select u.stemmer::regdictionary as dictionary, u.first, u.last, u.at
        from unnest($1::text[], $2::text[], $3::text[]) with ordinality as u(stemmer, first, last, at) offset 0
      ) a
      join read.mentions_word w on w.word >= a.first and w.word < a.last
      group by a.at`,
    values: [
      missing.map(({ stemmer }) => stemmer),
      missing.map(({ start }) => start),
      missing.map(({ start }) => start + LAST_CHARACTER),
    ],
  });
  const read = new Map(rows.map((row) => [Number(row.at) - 1, row]));
  for (const [index, { stemmer, start }] of missing.entries()) {
    const words = byStem(read.get(index)?.words ?? [], read.get(index)?.stems ?? []);
    found.set(keyOf(stemmer, start), words);
    known.set(keyOf(stemmer, start), words);
  }

  return found;
}

function byStem(words: readonly string[], stems: readonly (string | null)[]): StemmedWords {
  const stemOf = new Map<string, string>();
  const alike = new Map<string, string[]>();
  for (const [index, word] of words.entries()) {
    const stem = stems[index] ?? null;
    // Words such as "the" have none.
    if (stem === null) continue;
    stemOf.set(word, stem);
    const own = alike.get(stem);
    if (own) own.push(word);
    else alike.set(stem, [word]);
  }

  return { stemOf, byStem: alike };
}

/** By `keyOf` of stemmer and word; without those that have none. */
async function listStems(db: Db, pairs: readonly { word: string; stemmer: string }[]): Promise<Map<string, string>> {
  if (pairs.length === 0) return new Map();
  const { rows } = await db.query<{ word: string; stemmer: string; stem: string | null }>({
    name: 'search: stems',
    text: `select a.word, a.stemmer, (ts_lexize(a.stemmer::regdictionary, a.word))[1] as stem
      from unnest($1::text[], $2::text[]) as a(word, stemmer)`,
    values: [pairs.map(({ word }) => word), pairs.map(({ stemmer }) => stemmer)],
  });

  return new Map(rows.flatMap(({ word, stemmer, stem }) => (stem === null ? [] : [[keyOf(stemmer, word), stem]])));
}

/** Words of all texts that begin so, in their order, at most `limit`. */
export async function listWordsWith(db: Db, start: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ word: string }>(
    'select w.word from read.mentions_word w where w.word >= $1 and w.word < $2 order by w.word limit $3',
    [start, start + LAST_CHARACTER, limit],
  );

  return rows.map(({ word }) => word);
}
