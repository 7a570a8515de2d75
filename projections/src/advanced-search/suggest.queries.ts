import { typedQuery, type Suggestions } from '@earmark/contracts/search';
import type { Db } from '../kit/db.ts';
import { searchedText } from '../vocabulary/searched-names.ts';
import { runSearch, resultsOf } from './advanced-search.queries.ts';
import { countSegmentsBySpeaker, mentionsOf } from './library-counts.ts';
import type { LibraryAt } from './search-library.ts';
import { SearchRefused } from './search-refused.ts';
import { folded, wordsOf } from '../search/search-text.ts';

const MOST = 5;
/** Entities with the text in their name, of which those with the most mentions are shown. */
const MOST_NAMED = 200;
/** An index of trigrams does not help with fewer letters. */
const LEAST_INDEXED = 3;

/** What the header and the palette offer for what somebody has typed so far. `db` is a transaction. */
export async function suggest(db: Db, libraries: LibraryAt, q: string): Promise<Suggestions> {
  const text = q.trim();
  const words = wordsOf(text);
  const none: Suggestions = { podcasts: [], episodes: [], entities: [], speakers: [], passages: [], totalPassages: 0 };
  if (words.length === 0) return none;
  const { library } = await libraries.at(db);

  return {
    podcasts: await suggestPodcasts(db, words),
    episodes: await suggestEpisodes(db, folded(text)),
    entities: await suggestEntities(db, text, mentionsOf(library)),
    speakers: [...countSegmentsBySpeaker(library)]
      .filter(({ words: own }) => words.every((word) => own.some((one) => one.startsWith(word))))
      .slice(0, MOST)
      .map(({ name, segments }) => ({ name, segments })),
    ...(await suggestPassages(db, libraries, text)),
  };
}

async function suggestPodcasts(db: Db, words: readonly string[]): Promise<Suggestions['podcasts']> {
  const { rows } = await db.query<Suggestions['podcasts'][number]>(
    `select c.name, c.slug, c.host, c.image_url as "imageUrl"
     from read.search_series s join read.catalogue_series c on c.series_uuid = s.series_uuid
     where array_to_tsvector(string_to_array(s.name, ' ') || string_to_array(s.host, ' ')) @@ $1::tsquery
       and not s.is_removed
     order by s.name like $2 desc, c.episode_count desc, c.name limit $3`,
    [words.map((word) => `'${word}':*`).join(' & '), `${words.join(' ').replace(/[\\%_]/g, '\\$&')}%`, MOST],
  );

  return rows;
}

async function suggestEpisodes(db: Db, text: string): Promise<Suggestions['episodes']> {
  const { rows } = await db.query<Suggestions['episodes'][number]>(
    `select e.title as name, e.slug, c.name as "podcastName", c.slug as "podcastSlug"
     from read.search_episode s
     join read.catalogue_episode e on e.episode_uuid = s.episode_uuid
     join read.catalogue_series c on c.series_uuid = e.series_uuid
     where strpos(s.title, $1) > 0
     order by starts_with(s.title, $1) desc, e.published_at desc nulls last, e.episode_uuid limit $2`,
    [text, MOST],
  );

  return rows;
}

async function suggestEntities(
  db: Db,
  text: string,
  mentions: ReadonlyMap<string, number>,
): Promise<Suggestions['entities']> {
  const named = await listNamed(db, searchedText(text));

  return named
    .map(({ rank, ...row }) => ({ rank, row: { ...row, mentions: mentions.get(row.id) ?? 0 } }))
    .sort((a, b) => Math.min(a.rank, 1) - Math.min(b.rank, 1) || b.row.mentions - a.row.mentions || a.rank - b.rank)
    .slice(0, MOST)
    .map(({ row }) => row);
}

/** `rank` 0: the text is the name, 1: it begins so, 2: it stands elsewhere in it or in a pattern's. */
type Named = Omit<Suggestions['entities'][number], 'mentions'> & { rank: number };

/** The first of those with the text in their names: by rank, then the shortest names. */
async function listNamed(db: Db, text: string): Promise<readonly Named[]> {
  const values = [like(text), text, MOST_NAMED];
  if (text.length < LEAST_INDEXED) {
    // Half of all names have any given letter somewhere. Those that begin with it come first, and mostly are enough.
    const { rows } = await db.query<Named>(namedSql("n.sort_name >= $2 and n.sort_name < $2 || U&'\\+10FFFF'"), values);
    if (rows.length === MOST_NAMED) return rows;
  }
  const { rows } = await db.query<Named>(namedSql('true'), values);

  return rows;
}

const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const namedSql = (condition: string): string =>
  `select n.entity_id as id, n.name, n.slug, t.name as type, t.icon_name as "iconName",
     t.color_class as "colorClass",
     case when n.sort_name = $2 then 0 when starts_with(n.sort_name, $2) then 1 else 2 end as rank
   from read.vocabulary_entity n join read.vocabulary_type t on t.entity_type_id = n.entity_type_id
   where ${condition} and n.searched like $1
   order by rank, length(n.sort_name), n.entity_id limit $3`;

async function suggestPassages(
  db: Db,
  libraries: LibraryAt,
  text: string,
): Promise<Pick<Suggestions, 'passages' | 'totalPassages'>> {
  try {
    const run = await runSearch(db, libraries, { ...ANYTHING, q: typedQuery(text) }, 'passages');
    if (run.plan === null) return { passages: [], totalPassages: 0 };
    const results = await resultsOf(db, run, run.ranking.slice(0, MOST));
    const total = run.scan.passages.reduce((sum, count) => sum + count, 0);

    return {
      passages: results
        .flatMap(({ episode, podcast, passages }) =>
          passages.shown.map((passage) => ({
            ...passage,
            episodeName: episode.name,
            episodeSlug: episode.slug,
            podcastName: podcast.name,
            podcastSlug: podcast.slug,
          })),
        )
        .slice(0, MOST),
      totalPassages: total,
    };
  } catch (error) {
    // Too common a beginning: the next letter will do.
    if (error instanceof SearchRefused) return { passages: [], totalPassages: null };
    throw error;
  }
}

const ANYTHING = {
  entity: '',
  category: '',
  speaker: '',
  podcast: '',
  episode: '',
  from: '',
  to: '',
  minMentions: 1,
} as const;
