import type { RecountId } from '@earmark/contracts/recounts';
import type { Db } from '../kit/db.ts';
import { native, sql } from '../kit/query-builder.ts';
import { outdatedPins } from '../mentions/outdated-pins.ts';

/** How many episodes with a transcript use other patterns than those of `revision`. */
export async function countOutdated(db: Db, revision: number): Promise<{ episodes: number; of: number }> {
  const query = sql('read.mentions_episode')
    .select({
      episodes: sql.raw('(count(*) filter (where vocabulary_revision in (?)))::integer', [outdatedPins(revision)]),
      of: sql.raw('count(*)::integer'),
    })
    .whereNotNull('version_id');
  const { rows } = await db.query<{ episodes: number; of: number }>(...native(query));

  return rows[0]!;
}

export interface StandingPublication {
  readonly recount_id: RecountId;
  readonly series_uuids: string[] | null;
  /** Episodes whose pin comes from it. */
  readonly episodes: number;
}

/** Publications that are not reverted, in order of precedence. */
export async function listPublications(db: Db): Promise<StandingPublication[]> {
  const { rows } = await db.query<StandingPublication>(
    `with publication as (
       select move_id, ordinal, series_uuids from read.mentions_pin_move where episode_uuid is null and not reverted
     ), chosen as (
       -- Publications of chosen changes have a move for each episode.
       select distinct move_id, ordinal, series_uuids from read.mentions_pin_move
       where episode_uuid is not null and is_publication and not reverted
     ), latest as (
       select distinct on (s.series_uuid) s.series_uuid, p.move_id, p.ordinal from read.mentions_series s
       join publication p on p.series_uuids is null or s.series_uuid::text = any(p.series_uuids)
       order by s.series_uuid, p.ordinal desc
     ), own as (
       select distinct on (episode_uuid) episode_uuid, ordinal, case when is_publication then move_id end as move_id
       from read.mentions_pin_move where episode_uuid is not null and root_id = move_id and not reverted
       order by episode_uuid, ordinal desc
     ), pinned as (
       select o.episode_uuid, o.ordinal, o.move_id, e.series_uuid, exists (
         select 1 from read.mentions_removal r
         where r.series_uuid = e.series_uuid and (r.episode_uuid is null or r.episode_uuid = e.episode_uuid)
       ) as was_removed
       from own o join read.mentions_episode e on e.episode_uuid = o.episode_uuid
     ), followed as (
       select f.move_id, count(*)::integer as episodes from (
         select coalesce(l.move_id, i.move_id) as move_id from pinned i
         left join latest l on l.series_uuid = i.series_uuid and l.ordinal > i.ordinal
         where not i.was_removed
         union all
         -- What was removed missed the publications of that time.
         select coalesce(l.move_id, i.move_id) from pinned i left join lateral (
           select p.move_id from publication p
           where p.ordinal > i.ordinal and (p.series_uuids is null or i.series_uuid::text = any(p.series_uuids))
             and not exists (
               select 1 from read.mentions_removal r
               where r.series_uuid = i.series_uuid and (r.episode_uuid is null or r.episode_uuid = i.episode_uuid)
                 and r.from_ordinal < p.ordinal and (r.to_ordinal is null or r.to_ordinal > p.ordinal))
           order by p.ordinal desc limit 1
         ) l on true where i.was_removed
       ) f where f.move_id is not null group by f.move_id
     )
     select p.move_id as recount_id, p.series_uuids, coalesce(f.episodes, 0) as episodes
     from (select * from publication union all select * from chosen) p left join followed f on f.move_id = p.move_id order by p.ordinal`,
  );

  return rows;
}
