import type { Db } from '../kit/db.ts';

/** Postgres' stemmers by the primary subtag of a language. */
const STEMMERS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  hy: 'armenian',
  eu: 'basque',
  ca: 'catalan',
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  et: 'estonian',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  el: 'greek',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  ga: 'irish',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  no: 'norwegian',
  nb: 'norwegian',
  nn: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  es: 'spanish',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** Null: Postgres has none for the language. */
export function stemmerOf(language: string | null): string | null {
  const stemmer = STEMMERS[language?.split(/[-_]/)[0]?.toLowerCase() ?? ''];

  return stemmer === undefined ? null : `${stemmer}_stem`;
}

/** Inflected forms of a word begin alike; without this, every word of the list would be stemmed. */
const COMMON_START = 2;
const LAST_CHARACTER = '\u{10ffff}';

/**
 * For each word, by stemmer, the words of all texts that have the same stem and the same first two characters, the word
 * itself included.
 */
export async function listForms(
  db: Db,
  words: readonly string[],
  stemmers: readonly string[],
): Promise<Map<string, Map<string, string[]>>> {
  const forms = new Map<string, Map<string, string[]>>();
  if (words.length === 0 || stemmers.length === 0) return forms;
  const starts = words.map((word) => Array.from(word).slice(0, COMMON_START).join(''));
  const { rows } = await db.query<{ word: string; stemmer: string; forms: string[] }>(
    `select q.word, d.stemmer, f.forms
     from unnest($1::text[], $2::text[], $3::text[]) as q(word, first, last)
     cross join unnest($4::text[]) as d(stemmer)
     cross join lateral (select (ts_lexize(d.stemmer::regdictionary, q.word))[1] as stem) s
     cross join lateral (
       select array_agg(w.word) as forms from read.mentions_word w
       where w.word >= q.first and w.word < q.last and (ts_lexize(d.stemmer::regdictionary, w.word))[1] = s.stem
     ) f
     where f.forms is not null`,
    [words, starts, starts.map((start) => start + LAST_CHARACTER), stemmers],
  );
  for (const row of rows) {
    const ofWord = forms.get(row.word) ?? new Map<string, string[]>();
    forms.set(row.word, ofWord);
    ofWord.set(row.stemmer, row.forms);
  }

  return forms;
}

/** Words of all texts that begin so, in their order, at most `limit`. */
export async function listWordsWith(db: Db, start: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ word: string }>(
    'select w.word from read.mentions_word w where w.word >= $1 and w.word < $2 order by w.word limit $3',
    [start, start + LAST_CHARACTER, limit],
  );

  return rows.map(({ word }) => word);
}
