import type { RecountId, RecountPassages } from '@earmark/contracts/recounts';
import type { Knex } from 'knex';
import type { Pool } from 'pg';
import { native, sql, type Condition } from '../kit/query-builder.ts';
import { holdTables } from '../kit/reading.ts';
import { inTransaction } from '../kit/schemas.ts';
import { redirectOf } from '../mentions/merged.queries.ts';
import { listPassages, MAX_PASSAGES, type Db, type Found } from './passages.ts';

/** One entity in the whole scope of the recount, in one podcast or in one episode. */
export interface RecountPlace {
  readonly entityId: string;
  readonly podcastUuid?: string | undefined;
  readonly episodeUuid?: string | undefined;
}

/** Episodes that still use the patterns they were compared with; after a publication they use the recount's. */
function compared(recountId: RecountId, { entityId, podcastUuid, episodeUuid }: RecountPlace): Knex.QueryBuilder {
  const query = sql('recount.difference as d')
    .join('recount.episode as e', { 'e.recount_id': 'd.recount_id', 'e.episode_uuid': 'd.episode_uuid' })
    .join('mentions_episode as v', {
      'v.episode_uuid': 'e.episode_uuid',
      'v.vocabulary_revision': 'e.from_revision',
    })
    .select({ entity: 'm.entity_id', episode: 'm.episode_uuid', segment: 'm.segment_id' })
    .select('m.spans', 'v.version_id')
    .where({ 'd.recount_id': recountId, 'd.entity_id': entityId });
  if (podcastUuid !== undefined) query.where('d.series_uuid', podcastUuid);
  if (episodeUuid !== undefined) query.where('d.episode_uuid', episodeUuid);

  return query;
}

const added = (recountId: RecountId, place: RecountPlace) =>
  compared(recountId, place)
    .join('recount.mention as m', { 'm.recount_id': 'd.recount_id', 'm.episode_uuid': 'd.episode_uuid' })
    .modify(countsFor('m', place.entityId))
    // Of those merged with each other, the first that was found there.
    .distinctOn('m.episode_uuid', 'm.segment_id')
    .orderBy(['m.episode_uuid', 'm.segment_id', 'm.entity_id'])
    .whereNotExists(sql('mentions_mention as o').select(sql.raw('1')).whereRaw(SHOWN_MENTION));

/** Only mentions that a publication replaces: see mentions/prepared.ts. */
const removed = (recountId: RecountId, place: RecountPlace) =>
  compared(recountId, place)
    .join('mentions_mention as m', { 'm.episode_uuid': 'd.episode_uuid', 'm.entity_id': 'd.entity_id' })
    .whereRaw(
      `(e.whole or exists (
        select 1 from recount.changed_entity c
        where c.recount_id = e.recount_id and c.from_revision = e.from_revision and c.entity_id = m.entity_id))`,
    )
    .whereNotExists(
      sql('recount.mention as o')
        .select(sql.raw('1'))
        .whereRaw('o.recount_id = d.recount_id')
        .whereRaw(SAME_SEGMENT)
        .modify(countsFor('o', place.entityId)),
    );

const SAME_SEGMENT = 'o.episode_uuid = m.episode_uuid and o.segment_id = m.segment_id';
const SHOWN_MENTION = `${SAME_SEGMENT} and o.entity_id = d.entity_id`;

/** Mentions in the table `of` are by the entity that they were found for: restricts them to those that count for this one. */
const countsFor =
  (of: 'm' | 'o', entityId: string): Condition =>
  (query) => {
    query
      .whereRaw(
        `(${of}.entity_id = ? or ${of}.entity_id in (select entity_id from mentions_merged where shown_id = ?))`,
        [entityId, entityId],
      )
      .whereRaw(
        `coalesce((select x.shown_id from ${redirectOf(`${of}.entity_id`, 'd.series_uuid', `${of}.segment_id`)} x), ${of}.entity_id) = ?`,
        [entityId],
      );
  };

/** The passages that a publication would add and remove. */
export async function listRecountPassages(
  pool: Pool,
  recountId: RecountId,
  place: RecountPlace,
): Promise<RecountPassages> {
  return inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read read only');
    await client.query(holdTables());
    await client.query('set local search_path to read');
    const db: Db = { query: async (text, values) => (await client.query(text, values)).rows };
    const come = await findNewest(db, added(recountId, place));
    const go = await findNewest(db, removed(recountId, place));

    return {
      added: await listPassages(db, come),
      addedTotal: come[0]?.total ?? 0,
      removed: await listPassages(db, go),
      removedTotal: go[0]?.total ?? 0,
    };
  });
}

/** The first of them in passage order, with their total number. Segments deleted in the meantime do not count. */
async function findNewest(db: Db, mentions: Knex.QueryBuilder): Promise<(Found & { total: number })[]> {
  const query = sql(mentions.as('m'))
    .join('mentions_segment as s', {
      's.episode_uuid': 'm.episode',
      's.version_id': 'm.version_id',
      's.segment_id': 'm.segment',
    })
    .join('catalogue_episode as c', 'c.episode_uuid', 'm.episode')
    .select('m.entity', 'm.episode', 'm.segment', 'm.spans', sql.raw('count(*) over ()::integer as total'))
    .orderByRaw('c.published_at desc nulls last, m.episode, s.order_key')
    .limit(MAX_PASSAGES);

  return db.query(...native(query));
}
