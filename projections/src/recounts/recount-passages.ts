import type { RecountPassages } from '@earmark/contracts/recounts';
import type { Pool } from 'pg';
import { holdTables } from '../kit/reading.ts';
import { inTransaction } from '../kit/schemas.ts';
import { listPassages, MOST_PASSAGES, type Db, type Found } from './passages.ts';

/** One entity in all of the recount's scope, in one podcast or in one episode. */
export interface RecountPlace {
  readonly entityId: string;
  readonly podcastUuid?: string | undefined;
  readonly episodeUuid?: string | undefined;
}

/** Episodes that still follow what they were compared with; after a publication they follow the recount. */
const COMPARED = `recount.difference d
  join recount.episode e on e.recount_id = d.recount_id and e.episode_uuid = d.episode_uuid
  join mentions_episode v on v.episode_uuid = e.episode_uuid and v.vocabulary_revision = e.from_revision`;
const IN_PLACE = `d.recount_id = $1 and d.entity_id = $2
  and ($3::uuid is null or d.series_uuid = $3) and ($4::uuid is null or d.episode_uuid = $4)`;
const SAME_MENTION = `o.episode_uuid = m.episode_uuid and o.entity_id = m.entity_id and o.segment_id = m.segment_id`;

const ADDED = `from ${COMPARED}
  join recount.mention m on m.recount_id = d.recount_id and m.episode_uuid = d.episode_uuid and m.entity_id = d.entity_id
  where ${IN_PLACE} and not exists (select 1 from mentions_mention o where ${SAME_MENTION})`;
/** Of those that a publication replaces: mentions/prepared.ts. */
const REMOVED = `from ${COMPARED}
  join mentions_mention m on m.episode_uuid = d.episode_uuid and m.entity_id = d.entity_id
  where ${IN_PLACE}
    and (e.whole or exists (
      select 1 from recount.changed_entity c
      where c.recount_id = e.recount_id and c.from_revision = e.from_revision and c.entity_id = m.entity_id))
    and not exists (select 1 from recount.mention o where o.recount_id = d.recount_id and ${SAME_MENTION})`;

/** What a publication would bring and take away, to be read. */
export async function listRecountPassages(
  pool: Pool,
  recountId: string,
  { entityId, podcastUuid, episodeUuid }: RecountPlace,
): Promise<RecountPassages> {
  return inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read read only');
    await client.query(holdTables());
    await client.query('set local search_path to read');
    const db: Db = { query: async (text, values) => (await client.query(text, values)).rows };
    const place = [recountId, entityId, podcastUuid ?? null, episodeUuid ?? null];
    const added = await findNewest(db, ADDED, place);
    const removed = await findNewest(db, REMOVED, place);

    return {
      added: await listPassages(db, added),
      addedTotal: added[0]?.total ?? 0,
      removed: await listPassages(db, removed),
      removedTotal: removed[0]?.total ?? 0,
    };
  });
}

/** The first of them in the order of the passages, and how many there are. What was deleted from its transcript since is none. */
async function findNewest(db: Db, from: string, place: unknown[]): Promise<(Found & { total: number })[]> {
  return db.query(
    `select m.entity as entity, m.episode, m.segment, m.spans, count(*) over ()::integer as total
     from (
       select m.entity_id as entity, m.episode_uuid as episode, m.segment_id as segment, m.spans, v.version_id ${from}
     ) m
     join mentions_segment s on s.episode_uuid = m.episode and s.version_id = m.version_id and s.segment_id = m.segment
     join catalogue_episode c on c.episode_uuid = m.episode
     order by c.published_at desc nulls last, m.episode, s.order_key limit ${MOST_PASSAGES}`,
    place,
  );
}
