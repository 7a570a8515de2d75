import type { RemovalView } from '@earmark/contracts/series';
import type { Db } from '../kit/db.ts';

/** What would disappear with an episode, or with a podcast (`episodeUuid` null); zeros when it is not there. */
export async function countRemoval(
  db: Db,
  { seriesUuid, episodeUuid }: { seriesUuid: string; episodeUuid: string | null },
): Promise<Omit<RemovalView, 'name'>> {
  const { rows } = await db.query<Omit<RemovalView, 'name'>>(
    `with gone as (
       select e.episode_uuid, e.version_id, e.segments, e.mentions from read.mentions_episode e
       where e.series_uuid = $1 and ($2::uuid is null or e.episode_uuid = $2)
     )
     select count(*)::integer as episodes, (count(*) filter (where g.segments > 0))::integer as transcripts,
       coalesce(sum(g.mentions), 0)::integer as mentions,
       (
         select count(distinct c.segment_id)::integer from gone o
         join read.corrections_correction c on c.episode_uuid = o.episode_uuid and not c.undone
         join read.mentions_segment s
           on s.episode_uuid = o.episode_uuid and s.version_id = o.version_id and s.segment_id = c.segment_id
       ) as corrections
     from gone g`,
    [seriesUuid, episodeUuid],
  );

  return rows[0]!;
}
