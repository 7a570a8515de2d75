import type { EntityPage, SplitSide } from '@earmark/contracts/mentions';
import type { SplitScope } from '@earmark/contracts/vocabulary';
import type { Db } from '../kit/db.ts';

type Sides = Record<'from' | 'into', Pick<SplitSide, 'before' | 'after'>>;

/** The numbers of two shown entities, before and after the scope counts for the second. `intoId` may be unknown yet. */
export async function compareSplit(db: Db, fromId: string, intoId: string, scope: SplitScope): Promise<Sides> {
  const counted = (name: string, where: string) =>
    `(count(distinct o.segment_id) filter (where ${where}))::integer as ${name}_mentions,
     (count(distinct o.episode_uuid) filter (where ${where}))::integer as ${name}_episodes`;
  const { rows } = await db.query<Record<string, number>>(
    `with own as (
       select m.episode_uuid, m.segment_id, m.entity_id = $1 as is_from,
         m.entity_id = $1 and (e.series_uuid = any($3) or m.segment_id = any($4)) as is_moved
       from read.mentions_entity_episode c
       join read.mentions_episode e on e.episode_uuid = c.episode_uuid
       join read.mentions_mention m on m.episode_uuid = c.episode_uuid and m.entity_id = c.entity_id
       where c.entity_id in ($1, $2)
     )
     select ${counted('from_before', 'o.is_from')}, ${counted('from_after', 'o.is_from and not o.is_moved')},
       ${counted('into_before', 'not o.is_from')}, ${counted('into_after', 'not o.is_from or o.is_moved')}
     from own o`,
    [fromId, intoId, scope.podcastUuids, scope.segments.map(({ segmentId }) => segmentId)],
  );
  const numbers = rows[0]!;
  const totals = (name: string) => ({
    mentions: numbers[`${name}_mentions`]!,
    episodes: numbers[`${name}_episodes`]!,
  });

  return {
    from: { before: totals('from_before'), after: totals('from_after') },
    into: { before: totals('into_before'), after: totals('into_after') },
  };
}

/** Podcasts and segments of the scope that do not exist, or stand in another episode. */
export async function findMissingPlaces(db: Db, { podcastUuids, segments }: SplitScope): Promise<string[]> {
  const { rows } = await db.query<{ place: string }>(
    `select p.id::text as place from unnest($1::uuid[]) as p (id)
     where not exists (select 1 from read.catalogue_series s where s.series_uuid = p.id)
     union all
     select g.id::text from unnest($2::uuid[], $3::uuid[]) as g (episode_uuid, id)
     where not exists (
       select 1 from read.mentions_segment s where s.episode_uuid = g.episode_uuid and s.segment_id = g.id
     )`,
    [podcastUuids, segments.map(({ episodeUuid }) => episodeUuid), segments.map(({ segmentId }) => segmentId)],
  );

  return rows.map(({ place }) => place);
}

/** What was split off a shown entity, and what it was split off. */
export async function listSplits(db: Db, entityId: string): Promise<EntityPage['splits']> {
  const { rows } = await db.query<Omit<EntityPage['splits'][number], 'splitAt'> & { splitAt: Date }>(
    `select s.split_id as id, s.split_at as "splitAt", s.segments,
       json_build_object('id', f.entity_id, 'name', f.name, 'slug', f.slug) as from,
       json_build_object('id', i.entity_id, 'name', i.name, 'slug', i.slug) as into,
       array(
         select c.name from read.catalogue_series c where c.series_uuid::text = any(s.podcast_uuids) order by c.name
       ) as podcasts
     from read.vocabulary_split s
     join read.vocabulary_entity o on o.entity_id = s.entity_id
     join read.vocabulary_entity f on f.entity_id = o.shown_id
     join read.vocabulary_entity t on t.entity_id = s.into_id
     join read.vocabulary_entity i on i.entity_id = t.shown_id
     where $1 in (f.entity_id, i.entity_id) order by s.split_at, s.split_id`,
    [entityId],
  );

  return rows.map(({ splitAt, ...row }) => ({ ...row, splitAt: splitAt.toISOString() }));
}
