import type { Db } from '../kit/db.ts';
import { native, sql } from '../kit/query-builder.ts';
import { isCalled } from './called.queries.ts';

/** The name of a podcast that was removed, by slug (any case) or uuid; null when none was. */
export async function findRemovedPodcast(db: Db, slugOrUuid: string): Promise<string | null> {
  const query = sql('read.catalogue_all_series as s')
    .select('s.name')
    .where('s.is_removed', true)
    .where(isCalled('s.series_uuid', 's.slug', slugOrUuid));
  const { rows } = await db.query<{ name: string }>(...native(query));

  return rows[0]?.name ?? null;
}

/** Uuids of a podcast and its episodes, by slug (any case) or uuid, even if they were removed. Empty when there is none. */
export async function listIdsOfPodcast(db: Db, slugOrUuid: string): Promise<string[]> {
  const series = sql('read.catalogue_all_series as s')
    .select('s.series_uuid as uuid')
    .where(isCalled('s.series_uuid', 's.slug', slugOrUuid));
  const episodes = sql('read.catalogue_all_episode as e')
    .select('e.episode_uuid')
    .whereIn('e.series_uuid', series.clone());
  const { rows } = await db.query<{ uuid: string }>(...native(series.unionAll(episodes)));

  return rows.map(({ uuid }) => uuid);
}

export interface RemovedEpisode {
  readonly title: string;
  /** Null: it was removed by itself. */
  readonly withPodcast: string | null;
}

/** As `findEpisode`, an episode that was removed, by itself or with its podcast. */
export async function findRemovedEpisode(
  db: Db,
  seriesUuid: string | null,
  slugOrUuid: string,
): Promise<RemovedEpisode | null> {
  const query = sql('read.catalogue_all_episode as e')
    .join('read.catalogue_all_series as s', 's.series_uuid', 'e.series_uuid')
    .select({ title: 'e.title', withPodcast: sql.raw('case when e.is_series_removed then s.name end') })
    .whereRaw('(e.is_removed or e.is_series_removed)')
    .where(isCalled('e.episode_uuid', 'e.slug', slugOrUuid))
    .limit(1);
  if (seriesUuid !== null) query.where('e.series_uuid', seriesUuid);
  const { rows } = await db.query<RemovedEpisode>(...native(query));

  return rows[0] ?? null;
}
