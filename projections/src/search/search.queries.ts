import type { PodcastSearchAnswer, PodcastSearchQuery } from '@earmark/contracts/series';
import type { Db } from '../kit/db.ts';
import { folded, plainText, wordsOf } from './search-text.ts';

/** Characters of a description that a list of results has room for, generously. */
const DESCRIPTION = 1000;
/** Share of a query's trigrams that a name must have in one place to be taken for a misspelt one. */
const LEAST_SIMILARITY = 0.45;

const NAME = `array_to_tsvector(string_to_array(s.name, ' '))`;
const NAME_HOST = `array_to_tsvector(string_to_array(s.name, ' ') || string_to_array(s.host, ' '))`;
const ALL_WORDS = `array_to_tsvector(string_to_array(s.name, ' ') || string_to_array(s.host, ' ') || string_to_array(s.description, ' '))`;
/** Every value is named in it, so that a condition beside it may take any of them. */
const FILTERS = `
  $2::text <> '' and ($3::text is null or s.language = $3)
  and ($4::text is null or exists (select 1 from unnest(s.categories) c where starts_with(c, $4)))`;
const IN_WORDS = `${ALL_WORDS} @@ $1::tsquery`;
const IN_NAME = `${NAME_HOST} @@ $1::tsquery`;
const MISSPELT = `($2 <% s.name or $2 <% s.host)`;

/** A condition, and the order of what it finds. */
interface Part {
  readonly where: string;
  /** Where the order has an index: Postgres would go by it, and make words of each row on its way. */
  readonly fence?: 'offset 0';
  readonly join: string;
  readonly order: string;
}

/** By relevance: what has the words in name or host, then in the description, then what is alike. */
const NAMED: Part = {
  where: IN_NAME,
  join: 'join read.mentions_series o on o.series_uuid = s.series_uuid',
  // A single word that is in the name has been found there by the line before.
  order: `case when s.name = $2 then 5 when starts_with(s.name, $2) then 4 when strpos(' ' || s.name, ' ' || $2) > 0 then 3
    when strpos($2, ' ') > 0 and ${NAME} @@ $1::tsquery then 2 else 1 end desc, o.mentions desc`,
};
const DESCRIBED: Part = { where: `${IN_WORDS} and not ${IN_NAME}`, join: NAMED.join, order: 'o.mentions desc' };
const ALIKE: Part = {
  where: `${MISSPELT} and not ${IN_WORDS}`,
  join: '',
  order: 'greatest(word_similarity($2, s.name), word_similarity($2, s.host)) desc',
};
const SORTED: Readonly<Record<Exclude<PodcastSearchQuery['sort'], 'relevance'>, Omit<Part, 'where'>>> = {
  popularity: { join: NAMED.join, order: 'o.mentions desc' },
  recent: {
    join: 'join read.catalogue_series o on o.series_uuid = s.series_uuid',
    order: 'o.newest_at desc nulls last',
  },
  episodes: { join: 'join read.catalogue_series o on o.series_uuid = s.series_uuid', order: 'o.episode_count desc' },
};

/**
 * Podcasts with all words of the query in name, host or description, the last one as the beginning of a word. Where no
 * name and no host has them, also those whose name or host is alike. `db` is a transaction.
 */
export async function searchPodcasts(db: Db, query: PodcastSearchQuery): Promise<PodcastSearchAnswer> {
  const words = wordsOf(query.q);
  if (words.length === 0) return { results: [], total: 0 };
  const language = query.language === 'all' ? null : query.language;
  const category = query.category === 'all' ? null : `PODCASTSERIES_${query.category.toUpperCase()}`;
  const values = [tsquery(words), words.join(' '), language, category];

  await preparePlans(db);
  const isNamed = await exists(db, IN_NAME, values);
  const found = isNamed ? IN_WORDS : `(${IN_WORDS} or ${MISSPELT})`;
  const parts: readonly Part[] =
    query.sort === 'relevance'
      ? [NAMED, DESCRIBED, ...(isNamed ? [] : [ALIKE])]
      : [{ where: found, fence: 'offset 0', ...SORTED[query.sort] }];
  const uuids: string[] = [];
  let skip = query.offset;
  for (const part of parts) {
    const rows = await page(db, part, values, query.limit - uuids.length, skip);
    uuids.push(...rows);
    if (uuids.length === query.limit) break;
    skip = skip === 0 || rows.length > 0 ? 0 : Math.max(0, skip - (await count(db, part.where, values)));
  }

  return { results: await listResults(db, uuids), total: await count(db, found, values) };
}

/** For the rest of the transaction: Postgres thinks little of the work to make words of a row, which the index saves. */
async function preparePlans(db: Db): Promise<void> {
  await db.query(
    `select set_config('enable_seqscan', 'off', true), set_config('work_mem', '32MB', true),
       set_config('pg_trgm.word_similarity_threshold', '${LEAST_SIMILARITY}', true)`,
  );
}

async function exists(db: Db, condition: string, values: readonly unknown[]): Promise<boolean> {
  const { rowCount } = await db.query(`select 1 from read.search_series s where ${condition} and ${FILTERS} limit 1`, [
    ...values,
  ]);

  return rowCount === 1;
}

async function page(db: Db, part: Part, values: readonly unknown[], limit: number, offset: number): Promise<string[]> {
  const { rows } = await db.query<{ uuid: string }>(
    `select s.series_uuid as uuid
     from (select s.* from read.search_series s where ${part.where} and ${FILTERS} ${part.fence ?? ''}) s ${part.join}
     order by ${part.order}, s.name, s.series_uuid limit $5 offset $6`,
    [...values, limit, offset],
  );

  return rows.map(({ uuid }) => uuid);
}

async function count(db: Db, condition: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from read.search_series s where ${condition} and ${FILTERS}`,
    [...values],
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

/** Words have no character that a quoted lexeme would have to escape. */
const tsquery = (words: readonly string[]): string =>
  words.map((word, index) => `'${word}'${index === words.length - 1 ? ':*' : ''}`).join(' & ');

/** Episodes of a podcast in whose title or description `text` stands, case and accents aside. */
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
