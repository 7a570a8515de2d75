import type { RecountId, RecountPassages } from '@earmark/contracts/recounts';
import type { Pool } from 'pg';
import { native, sql } from '../kit/query-builder.ts';
import { redirectOf } from '../mentions/merged.queries.ts';
import { inSnapshot, listPassages, MAX_PASSAGES, type Db, type Found } from './passages.ts';

/** One entity in the whole scope of the recount, in one podcast or in one episode. */
export interface RecountPlace {
  readonly entityId: string;
  readonly podcastUuid?: string | undefined;
  readonly episodeUuid?: string | undefined;
}

/** As many texts can be read in order in the time that one takes to look up. Postgres expects fewer, and always reads them all. */
const READING_PER_LOOKUP = 4;

/** Writes down what a publication would add and remove. `db` sees the schemas recount and read, with all episodes counted. */
export async function keepPassages(db: Db, recountId: RecountId): Promise<void> {
  await db.query('delete from passage where recount_id = $1', [recountId]);
  await db.query(
    `create temporary table changed on commit drop as
     with after as (
       -- Of those merged with each other, the first that was found there.
       select distinct on (coalesce(r.shown_id, m.entity_id), m.episode_uuid, m.segment_id)
         coalesce(r.shown_id, m.entity_id) as entity_id, m.episode_uuid, m.segment_id, m.spans
       from mention m
       join mentions_episode e on e.episode_uuid = m.episode_uuid
       left join lateral ${redirectOf('m.entity_id', 'e.series_uuid', 'm.segment_id')} r on true
       where m.recount_id = $1
       order by coalesce(r.shown_id, m.entity_id), m.episode_uuid, m.segment_id, m.entity_id
     )
     select a.*, true as is_added from after a
     where not exists (
       select 1 from mentions_mention o
       where o.episode_uuid = a.episode_uuid and o.entity_id = a.entity_id and o.segment_id = a.segment_id)
     union all
     -- Only mentions that a publication replaces: see mentions/prepared.ts.
     select m.entity_id, m.episode_uuid, m.segment_id, m.spans, false
     from (
       select m.* from episode e
       join changed_entity c on c.recount_id = e.recount_id and c.from_revision = e.from_revision
       join mentions_mention m on m.episode_uuid = e.episode_uuid and m.entity_id = c.entity_id
       where e.recount_id = $1 and not e.whole
       union all
       select m.* from episode e join mentions_mention m on m.episode_uuid = e.episode_uuid
       where e.recount_id = $1 and e.whole
     ) m
     where not exists (
       select 1 from after a
       where a.episode_uuid = m.episode_uuid and a.entity_id = m.entity_id and a.segment_id = m.segment_id)`,
    [recountId],
  );
  const [{ are_few: areFew } = { are_few: true }] = await db.query<{ are_few: boolean }>(
    `select (select count(*) from changed) * $1 < (select sum(segments) from mentions_episode) as are_few`,
    [READING_PER_LOOKUP],
  );
  const isText = 's.episode_uuid = c.episode_uuid and s.version_id = e.version_id and s.segment_id = c.segment_id';
  const texts = areFew
    ? `cross join lateral (select s.text from mentions_segment s where ${isText} offset 0) s`
    : `join mentions_segment s on ${isText}`;
  await db.query(
    `insert into passage (recount_id, entity_id, episode_uuid, segment_id, is_added, spans, text_hash)
     select $1, c.entity_id, c.episode_uuid, c.segment_id, c.is_added, c.spans, hashtext(s.text)
     from changed c join mentions_episode e on e.episode_uuid = c.episode_uuid ${texts}`,
    [recountId],
  );
}

/** The passages that a publication adds and removes, also after it. */
export async function listRecountPassages(
  pool: Pool,
  recountId: RecountId,
  place: RecountPlace,
): Promise<RecountPassages> {
  return inSnapshot(pool, async (db) => {
    const come = await findNewest(db, recountId, place, true);
    const go = await findNewest(db, recountId, place, false);

    return {
      added: await listPassages(db, come),
      addedTotal: come[0]?.total ?? 0,
      removed: await listPassages(db, go),
      removedTotal: go[0]?.total ?? 0,
    };
  });
}

/** The first of them in passage order, with their total number. Segments deleted in the meantime do not count. */
async function findNewest(
  db: Db,
  recountId: RecountId,
  { entityId, podcastUuid, episodeUuid }: RecountPlace,
  isAdded: boolean,
): Promise<(Found & { total: number })[]> {
  const query = sql('recount.passage as p')
    .join('mentions_episode as e', 'e.episode_uuid', 'p.episode_uuid')
    .join('mentions_segment as s', {
      's.episode_uuid': 'p.episode_uuid',
      's.version_id': 'e.version_id',
      's.segment_id': 'p.segment_id',
    })
    .join('catalogue_episode as c', 'c.episode_uuid', 'p.episode_uuid')
    .select({ entity: 'p.entity_id', episode: 'p.episode_uuid', segment: 'p.segment_id' })
    // In a text that was corrected since, nothing is marked.
    .select(sql.raw("case when hashtext(s.text) = p.text_hash then p.spans else '{}' end as spans"))
    .select(sql.raw('count(*) over ()::integer as total'))
    .where({ 'p.recount_id': recountId, 'p.entity_id': entityId, 'p.is_added': isAdded })
    .orderByRaw('c.published_at desc nulls last, p.episode_uuid, s.order_key')
    .limit(MAX_PASSAGES);
  if (podcastUuid !== undefined) query.where('e.series_uuid', podcastUuid);
  if (episodeUuid !== undefined) query.where('p.episode_uuid', episodeUuid);

  return db.query(...native(query));
}
