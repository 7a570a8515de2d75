import { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Db } from '../kit/db.ts';

/** Episodes with a transcript in which nothing was ever proposed, newest first; `seriesUuid` null: of all podcasts. */
export async function listEpisodesToSearch(db: Db, seriesUuid: string | null): Promise<EpisodeUuid[]> {
  const { rows } = await db.query<{ episode_uuid: string }>(
    `select m.episode_uuid from read.mentions_episode m
     join read.catalogue_episode e on e.episode_uuid = m.episode_uuid
     where m.segments > 0 and ($1::uuid is null or m.series_uuid = $1)
       and not exists (select 1 from read.discovery_candidate c where c.episode_uuid = m.episode_uuid)
     order by e.published_at desc nulls last, m.episode_uuid`,
    [seriesUuid],
  );

  return rows.map((row) => EpisodeUuid.parse(row.episode_uuid));
}
