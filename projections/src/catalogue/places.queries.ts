import type { Db } from '../kit/db.ts';

interface PodcastPlace {
  readonly slug: string;
  readonly name: string;
  /** It has a name, but no page. */
  readonly isRemoved: boolean;
}

interface EpisodePlace {
  readonly slug: string;
  readonly title: string;
  readonly podcastUuid: string;
  readonly podcastSlug: string;
  readonly podcast: string;
  /** By itself or with its podcast: it has a title, but no page. */
  readonly isRemoved: boolean;
}

/** What the links and sentences of a list of changes need, by id. Of entities: the slugs. */
export interface Places {
  readonly podcasts: ReadonlyMap<string, PodcastPlace>;
  readonly episodes: ReadonlyMap<string, EpisodePlace>;
  readonly entities: ReadonlyMap<string, string>;
}

export async function listPlaces(db: Db, ids: Readonly<Record<keyof Places, readonly string[]>>): Promise<Places> {
  const [podcasts, episodes, entities] = [
    await rowsOf<PodcastPlace>(
      db,
      `select s.series_uuid as id, s.slug, s.name, s.is_removed as "isRemoved"
       from read.catalogue_all_series s where s.series_uuid = any($1)`,
      ids.podcasts,
    ),
    await rowsOf<EpisodePlace>(
      db,
      `select e.episode_uuid as id, e.slug, e.title, s.series_uuid as "podcastUuid", s.slug as "podcastSlug",
         s.name as podcast, e.is_removed or e.is_series_removed as "isRemoved"
       from read.catalogue_all_episode e join read.catalogue_all_series s on s.series_uuid = e.series_uuid
       where e.episode_uuid = any($1)`,
      ids.episodes,
    ),
    await rowsOf<{ slug: string }>(
      db,
      `select n.entity_id as id, n.slug from read.vocabulary_entity n where n.entity_id = any($1)`,
      ids.entities,
    ),
  ];

  return { podcasts, episodes, entities: new Map([...entities].map(([id, { slug }]) => [id, slug])) };
}

async function rowsOf<Row>(db: Db, text: string, ids: readonly string[]): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<Row & { id: string }>(text, [ids]);

  return new Map(rows.map((row) => [row.id, row]));
}
