import type { PodcastSearchAnswer, PodcastSearchQuery } from '@earmark/contracts/series';
import type { Knex } from 'knex';
import type { Db } from '../kit/db.ts';
import { native, sql } from '../kit/query-builder.ts';
import { folded, plainText, wordsOf } from './search-text.ts';

/** Characters of a description in a result, more than the list has room for. */
const DESCRIPTION = 1000;
/** Share of a query's trigrams that part of a name must have to count as a misspelling. */
const LEAST_SIMILARITY = 0.45;

const NAME = `array_to_tsvector(string_to_array(s.name, ' '))`;
const NAME_HOST = `array_to_tsvector(string_to_array(s.name, ' ') || string_to_array(s.host, ' '))`;
const ALL_WORDS = `array_to_tsvector(string_to_array(s.name, ' ') || string_to_array(s.host, ' ') || string_to_array(s.description, ' '))`;
/** The parsed query. */
interface Wanted {
  readonly tsquery: string;
  /** Words separated by single spaces. */
  readonly text: string;
  readonly language: string | null;
  /** Prefix of a category. */
  readonly category: string | null;
}

const inWords = ({ tsquery: words }: Wanted): Knex.Raw => sql.raw(`${ALL_WORDS} @@ ?::tsquery`, [words]);
const inName = ({ tsquery: words }: Wanted): Knex.Raw => sql.raw(`${NAME_HOST} @@ ?::tsquery`, [words]);
const isMisspelt = ({ text }: Wanted): Knex.Raw => sql.raw('(? <% s.name or ? <% s.host)', [text, text]);

/** Series that meet a condition, in the requested language and category. */
function seriesThat(where: Knex.Raw, { language, category }: Wanted): Knex.QueryBuilder {
  const query = sql('read.search_series as s').where(where).where('s.is_removed', false);
  if (language !== null) query.where('s.language', language);
  if (category !== null)
    query.whereRaw('exists (select 1 from unnest(s.categories) c where starts_with(c, ?))', [category]);

  return query;
}

/** A condition and the order of its results. */
interface Part {
  readonly where: (wanted: Wanted) => Knex.Raw;
  /** Set where the order has an index: otherwise Postgres would scan that index and compute the words of each row. */
  readonly isFenced?: boolean;
  /** The table that the order needs; null: none. */
  readonly table: 'read.mentions_series' | 'read.catalogue_series' | null;
  readonly order: (wanted: Wanted) => Knex.Raw;
}

const byMentions = () => sql.raw('o.mentions desc');

/** By relevance: words in name or host, then in the description, then similar names. */
const NAMED: Part = {
  where: inName,
  table: 'read.mentions_series',
  // For a single word in the name, the line above already applies.
  order: ({ text, tsquery: words }) =>
    sql.raw(
      `case when s.name = :text then 5 when starts_with(s.name, :text) then 4
         when strpos(' ' || s.name, ' ' || :text) > 0 then 3
         when strpos(:text, ' ') > 0 and ${NAME} @@ :words::tsquery then 2 else 1 end desc, o.mentions desc`,
      { text, words },
    ),
};
const DESCRIBED: Part = {
  where: (wanted) => sql.raw('? and not ?', [inWords(wanted), inName(wanted)]),
  table: 'read.mentions_series',
  order: byMentions,
};
const ALIKE: Part = {
  where: (wanted) => sql.raw('? and not ?', [isMisspelt(wanted), inWords(wanted)]),
  table: null,
  order: ({ text }) => sql.raw('greatest(word_similarity(?, s.name), word_similarity(?, s.host)) desc', [text, text]),
};
const SORTED: Readonly<Record<Exclude<PodcastSearchQuery['sort'], 'relevance'>, Omit<Part, 'where'>>> = {
  popularity: { table: 'read.mentions_series', order: byMentions },
  recent: { table: 'read.catalogue_series', order: () => sql.raw('o.newest_at desc nulls last') },
  episodes: { table: 'read.catalogue_series', order: () => sql.raw('o.episode_count desc') },
};

/**
 * Podcasts with all words of the query in name, host or description, the last one as a prefix. When no
 * name or host has them, also those with a similar name or host. `db` is a transaction.
 */
export async function searchPodcasts(db: Db, query: PodcastSearchQuery): Promise<PodcastSearchAnswer> {
  const words = wordsOf(query.q);
  if (words.length === 0) return { results: [], total: 0 };
  const language = query.language === 'all' ? null : query.language;
  const category = query.category === 'all' ? null : `PODCASTSERIES_${query.category.toUpperCase()}`;
  const wanted: Wanted = { tsquery: tsquery(words), text: words.join(' '), language, category };

  await preparePlans(db);
  const isNamed = await exists(db, inName(wanted), wanted);
  const found = isNamed ? inWords : (one: Wanted) => sql.raw('(? or ?)', [inWords(one), isMisspelt(one)]);
  const parts: readonly Part[] =
    query.sort === 'relevance'
      ? [NAMED, DESCRIBED, ...(isNamed ? [] : [ALIKE])]
      : [{ where: found, isFenced: true, ...SORTED[query.sort] }];
  const uuids: string[] = [];
  let skip = query.offset;
  for (const part of parts) {
    const rows = await page(db, part, wanted, query.limit - uuids.length, skip);
    uuids.push(...rows);
    if (uuids.length === query.limit) break;
    skip = skip === 0 || rows.length > 0 ? 0 : Math.max(0, skip - (await count(db, part.where(wanted), wanted)));
  }

  return { results: await listResults(db, uuids), total: await count(db, found(wanted), wanted) };
}

/** For the rest of the transaction: Postgres underestimates the cost of computing a row's words, which the index saves. */
async function preparePlans(db: Db): Promise<void> {
  await db.query(
    `select set_config('enable_seqscan', 'off', true), set_config('work_mem', '32MB', true),
       set_config('pg_trgm.word_similarity_threshold', '${LEAST_SIMILARITY}', true)`,
  );
}

async function exists(db: Db, condition: Knex.Raw, wanted: Wanted): Promise<boolean> {
  const { rowCount } = await db.query(...native(seriesThat(condition, wanted).select(sql.raw('1')).limit(1)));

  return rowCount === 1;
}

async function page(db: Db, part: Part, wanted: Wanted, limit: number, offset: number): Promise<string[]> {
  const found = seriesThat(part.where(wanted), wanted).select('s.*');
  const query = sql(part.isFenced ? sql.raw('(? offset 0) as s', [found]) : found.as('s'))
    .select('s.series_uuid as uuid')
    .orderByRaw('?, s.name, s.series_uuid', [part.order(wanted)])
    .limit(limit)
    .offset(offset);
  if (part.table !== null) query.join(`${part.table} as o`, 'o.series_uuid', 's.series_uuid');
  const { rows } = await db.query<{ uuid: string }>(...native(query));

  return rows.map(({ uuid }) => uuid);
}

async function count(db: Db, condition: Knex.Raw, wanted: Wanted): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    ...native(seriesThat(condition, wanted).select(sql.raw('count(*)::integer as count'))),
  );

  return rows[0]?.count ?? 0;
}

interface ResultRow extends Omit<PodcastSearchAnswer['results'][number], 'description'> {
  description: string | null;
}

/** In the order of `uuids`. */
async function listResults(db: Db, uuids: readonly string[]): Promise<PodcastSearchAnswer['results']> {
  const { rows } = await db.query<ResultRow>(
    `select s.series_uuid as uuid, s.slug, s.name, s.host, s.description, s.image_url as "imageUrl", s.categories,
       s.language, s.episode_count as "episodeCount"
     from read.catalogue_series s where s.series_uuid = any($1)`,
    [uuids],
  );
  const byUuid = new Map(rows.map((row) => [row.uuid, row]));

  return uuids.flatMap((uuid) => {
    const row = byUuid.get(uuid);

    return row ? [{ ...row, description: shortText(row.description) }] : [];
  });
}

function shortText(html: string | null): string | null {
  const text = html === null ? '' : plainText(html);
  if (text.length <= DESCRIPTION) return text === '' ? null : text;

  return `${text
    .slice(0, DESCRIPTION)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}

/** Words contain no character that needs escaping in a quoted lexeme. */
const tsquery = (words: readonly string[]): string =>
  words.map((word, index) => `'${word}'${index === words.length - 1 ? ':*' : ''}`).join(' & ');

/** Episodes of a podcast whose title or description contains `text`, ignoring case and accents. */
export async function listDescribedMatches(db: Db, seriesUuid: string, text: string): Promise<string[]> {
  const wanted = folded(text);
  if (wanted === '') return [];
  const { rows } = await db.query<{ uuid: string }>(
    `select s.episode_uuid as uuid from read.search_episode s
     where s.series_uuid = $1 and (strpos(s.title, $2) > 0 or strpos(s.description, $2) > 0)`,
    [seriesUuid, wanted],
  );

  return rows.map(({ uuid }) => uuid);
}
