import { foldQuickly } from '@earmark/contracts/mentions';
import type { Library } from '../advanced-search/library.ts';
import type { Db } from '../kit/db.ts';
import { LANGUAGES } from './question-languages.ts';
import { FRAME, runsOf } from './question.ts';

const DEFAULT_STEMMER = 'english_stem';

/** Those for which Postgres has stop words; a library need not say its language. */
const WITH_STOP_WORDS =
  'danish dutch finnish french german hungarian italian norwegian portuguese russian spanish swedish turkish'
    .split(' ')
    .map((language) => `${language}_stem`);

/** The language of the question, by most stop words and words with which questions are asked, and those of them among `words`. */
export async function listStopWords(
  db: Db,
  words: readonly string[],
  stemmers: readonly string[],
): Promise<{ stemmer: string; stopWords: ReadonlySet<string> }> {
  const { rows } = await db.query<{ stemmer: string; words: string[] }>(
    `select d.stemmer, array_agg(w.word) as words
     from unnest($1::text[]) as d(stemmer) cross join unnest($2::text[]) as w(word)
     where ts_lexize(d.stemmer::regdictionary, w.word) = '{}' group by d.stemmer`,
    [[...new Set([DEFAULT_STEMMER, ...stemmers, ...WITH_STOP_WORDS])], words],
  );
  const stopWords = new Map(rows.map((row) => [row.stemmer, new Set(row.words)]));
  for (const [stemmer, { frame }] of Object.entries(LANGUAGES)) {
    const own = stopWords.get(stemmer) ?? new Set<string>();
    for (const word of words) if (frame.has(word)) own.add(word);
    stopWords.set(stemmer, own);
  }
  const english = stopWords.get(DEFAULT_STEMMER) ?? new Set<string>();
  const ofEnglish = words.filter((word) => english.has(word) || FRAME.has(word)).length;
  const [best] = [...stopWords]
    .filter(([stemmer, own]) => stemmer !== DEFAULT_STEMMER && own.size > ofEnglish)
    .sort(([, a], [, b]) => b.size - a.size);

  return { stemmer: best?.[0] ?? DEFAULT_STEMMER, stopWords: best?.[1] ?? english };
}

export interface NamedInQuestion {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  /** Its names, folded. */
  readonly names: readonly string[];
  /** Words of the question, first and last. */
  readonly from: number;
  readonly to: number;
}

const SHORT = 3;

/**
 * Entities that the question names: the longest names first, of several with one name the most mentioned; none overlap. A
 * name of one word must be written like one, unless `isCommon` says which words cannot be meant.
 */
export async function listEntitiesNamed(
  db: Db,
  question: string,
  isCommon: ((word: string) => boolean) | null,
): Promise<NamedInQuestion[]> {
  const runs = runsOf(question).filter(({ folded, text, from, to }) => {
    if (folded.length < 2) return false;
    // "go", "best": only as a name.
    const mustBeCapital = from === to && (isCommon === null || folded.length <= SHORT || isCommon(folded));

    return !mustBeCapital || /^(\p{Lu}|\p{N})/u.test(text);
  });
  if (runs.length === 0) return [];
  const { rows } = await db.query<{ id: string; name: string; slug: string; searched: string; mentions: number }>(
    `select n.entity_id as id, n.name, n.slug, n.searched,
       (select coalesce(sum(m.count), 0)::integer from read.mentions_entity_episode m where m.entity_id = n.entity_id) as mentions
     from read.vocabulary_entity n
     where n.searched like any($1) and string_to_array(n.searched, E'\\n') && $2`,
    [runs.map(({ folded }) => `%${folded.replace(/[\\%_]/g, '\\$&')}%`), runs.map(({ folded }) => folded)],
  );
  const found = rows
    .flatMap(({ searched, ...row }) => {
      const names = searched.split('\n');

      return runs.filter(({ folded }) => names.includes(folded)).map(({ from, to }) => ({ ...row, names, from, to }));
    })
    .sort((a, b) => b.to - b.from - (a.to - a.from) || b.mentions - a.mentions || (a.id < b.id ? -1 : 1));
  const taken: NamedInQuestion[] = [];
  for (const one of found)
    if (taken.every(({ id, from, to }) => id !== one.id && (one.to < from || one.from > to))) taken.push(one);

  return taken.sort((a, b) => a.from - b.from);
}

export interface NamedCategory {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  /** In lower case, such as "books". */
  readonly plural: string;
}

/** The category whose things the question asks for, as in "books mentioned"; null: none. */
export async function findCategoryAsked(db: Db, question: string): Promise<NamedCategory | null> {
  if (
    !/\b(mention(ed|s)?|recommend(ed|s|ations?)?|come up|came up|discussed|talk(ed)? about|named|list|which|what)\b/i.test(
      question,
    )
  )
    return null;
  const { rows } = await db.query<Omit<NamedCategory, 'plural'>>(
    'select t.entity_type_id as id, t.name, t.display_name as "displayName" from read.vocabulary_type t order by t.name',
  );
  const words = foldQuickly(question)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ');
  const found = rows.flatMap((row) => {
    const forms = [row.name.replaceAll('_', ' '), row.displayName].map(foldQuickly).flatMap(pluralsOf);
    const at = forms.map((form) => placeOf(words, form.split(' '))).filter((one) => one !== -1);

    return at.length === 0 ? [] : [{ row, at: Math.min(...at) }];
  });
  const [best] = found.sort((a, b) => a.at - b.at);
  if (best === undefined) return null;
  // "the book that Ann mentioned" is about one; "which city has the most bridges" is about something else.
  const rest = words.slice(best.at + best.row.name.split('_').length);
  const isList = /\b(mention(ed|s)?|recommend(ed|s|ations?)?|come up|came up|discussed|talk(ed)? about|named)\b/.test(
    foldQuickly(question),
  );

  return isList && rest.length <= 6 ? { ...best.row, plural: pluralsOf(best.row.displayName.toLowerCase())[0]! } : null;
}

/** Only the plural asks for a list. */
const pluralsOf = (name: string): string[] =>
  name.endsWith('s') ? [name] : name === 'person' ? ['people', 'persons'] : [name.replace(/y$/, 'ie') + 's'];

const placeOf = (words: readonly string[], wanted: readonly string[]): number =>
  words.findIndex((_, at) => wanted.every((word, index) => words[at + index] === word));

/** By folded word of their names. */
export type Speakers = ReadonlyMap<string, readonly number[]>;
const speakersKnown = new WeakMap<Library['names'], { count: number; byWord: Map<string, number[]> }>();

/** Numbers of the speakers by each word of their names. */
export function speakersByWord({ names }: Library): Speakers {
  const known = speakersKnown.get(names) ?? { count: 0, byWord: new Map<string, number[]>() };
  const { texts } = names.speakers;
  for (; known.count < texts.length; known.count += 1)
    for (const word of new Set(foldQuickly(texts[known.count]!).split(/[^\p{L}\p{M}\p{N}]+/u))) {
      if (word.length < 2 || /^(speaker|unknown|host|guest|\d+)$/.test(word)) continue;
      const own = known.byWord.get(word);
      if (own) own.push(known.count);
      else known.byWord.set(word, [known.count]);
    }
  speakersKnown.set(names, known);

  return known.byWord;
}

/** By folded word of their titles and of the names of their podcasts. */
export type Titles = ReadonlyMap<string, ReadonlySet<string>>;
const titlesKnown = new WeakMap<Library, Promise<Titles>>();

/** Ids of the episodes by each word of their titles and podcasts. */
export async function titlesByWord(db: Db, library: Library): Promise<Titles> {
  const known = titlesKnown.get(library);
  if (known) return known;
  const reading = readTitles(db);
  titlesKnown.set(library, reading);
  reading.catch(() => titlesKnown.delete(library));

  return reading;
}

async function readTitles(db: Db): Promise<Titles> {
  const { rows } = await db.query<{ uuid: string; text: string }>(
    `select p.episode_uuid as uuid, p.title || ' ' || c.name as text
     from read.catalogue_episode p join read.catalogue_series c on c.series_uuid = p.series_uuid`,
  );
  const byWord = new Map<string, Set<string>>();
  for (const { uuid, text } of rows)
    for (const word of new Set(foldQuickly(text).split(/[^\p{L}\p{M}\p{N}]+/u))) {
      if (word.length < 2) continue;
      const own = byWord.get(word);
      if (own) own.add(uuid);
      else byWord.set(word, new Set([uuid]));
    }

  return byWord;
}
