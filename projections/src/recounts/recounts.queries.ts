import { readFileSync } from 'node:fs';
import type { RecountDifference, RecountId } from '@earmark/contracts/recounts';
import type { Pool } from 'pg';
import type { Db } from '../kit/db.ts';
import { native, sql } from '../kit/query-builder.ts';
import { outdatedPins } from '../mentions/outdated-pins.ts';

export interface RecountRun {
  readonly recount_id: RecountId;
  readonly status: 'running' | 'paused' | 'ready' | 'failed';
  readonly vocabulary_revision: number;
  readonly matcher_version: number;
  readonly series_uuids: string[] | null;
  readonly failure: string | null;
  readonly done: number;
  readonly total: number;
  readonly per_second: number | null;
}

export interface StaleEpisode {
  readonly episode_uuid: string;
  readonly from_revision: number;
  /** Whether people decided something about its entities. */
  readonly decided: boolean;
}

/** Lets processes that start at once take turns. The number is arbitrary. */
const TABLES_LOCK = 7_305_004;

export async function createRecountTables(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [TABLES_LOCK]);
    await client.query(readFileSync(new URL('./recounts.sql', import.meta.url), 'utf8'));
    await client.query('commit');
  } finally {
    client.release();
  }
}

const IN_SCOPE = `e.version_id is not null and ($2::uuid[] is null or e.series_uuid = any($2))`;

/** An existing run is left unchanged. */
export async function startRun(
  db: Db,
  run: Pick<RecountRun, 'recount_id' | 'vocabulary_revision' | 'matcher_version' | 'series_uuids'>,
): Promise<void> {
  await db.query(
    `insert into recount.run (recount_id, status, vocabulary_revision, matcher_version, series_uuids, failure, done,
       total, per_second, started_at)
     select $1, 'running', $3, $4, $2, null, 0, count(*), null, now() from read.mentions_episode e where ${IN_SCOPE}
     on conflict do nothing`,
    [run.recount_id, run.series_uuids, run.vocabulary_revision, run.matcher_version],
  );
}

export async function findRun(db: Db, recountId: RecountId): Promise<RecountRun | null> {
  const { rows } = await db.query<RecountRun>('select * from recount.run where recount_id = $1', [recountId]);

  return rows[0] ?? null;
}

export async function listRuns(db: Db): Promise<RecountRun[]> {
  return (await db.query<RecountRun>('select * from recount.run')).rows;
}

/** Episodes of the scope that are not counted yet or have changed since. */
export async function listStale(db: Db, run: RecountRun): Promise<StaleEpisode[]> {
  const { rows } = await db.query<StaleEpisode>(
    `select e.episode_uuid, e.vocabulary_revision as from_revision, d.episode_uuid is not null as decided
     from read.mentions_episode e
     left join recount.episode r on r.recount_id = $1 and r.episode_uuid = e.episode_uuid
     left join (
       select episode_uuid from read.mentions_decision union select episode_uuid from read.mentions_shown_as
     ) d on d.episode_uuid = e.episode_uuid
     where ${IN_SCOPE} and (r.transcript_revision, r.entities_revision, r.from_revision, r.merged)
       is distinct from (e.transcript_revision, e.entities_revision, e.vocabulary_revision, e.merged)
     order by e.episode_uuid`,
    [run.recount_id, run.series_uuids],
  );

  return rows;
}

export async function setProgress(db: Db, run: RecountRun, perSecond: number): Promise<void> {
  await db.query(
    `update recount.run set per_second = $3, done = c.done, total = c.total
     from (
       select count(*)::integer as total, count(r.episode_uuid)::integer as done from read.mentions_episode e
       left join recount.episode r on r.recount_id = $1 and r.episode_uuid = e.episode_uuid where ${IN_SCOPE}
     ) c where recount_id = $1`,
    [run.recount_id, run.series_uuids, perSecond],
  );
}

/** A paused run resumes as `running`; a failed one continues where it stopped. */
export async function setStatus(
  db: Db,
  recountId: RecountId,
  status: RecountRun['status'],
  failure: string | null,
): Promise<void> {
  await db.query(
    `update recount.run set status = $2, failure = $3 where recount_id = $1 and not (status = 'paused' and $2 = 'ready')`,
    [recountId, status, failure],
  );
}

export async function dropRun(db: Db, recountId: RecountId): Promise<void> {
  for (const table of ['passage', 'mention', 'difference', 'changed_entity', 'episode', 'run'])
    await db.query(`delete from recount.${table} where recount_id = $1`, [recountId]);
}

export interface Totals {
  readonly before: { mentions: number; episodes: number };
  readonly after: { mentions: number; episodes: number };
}

/** Without episodes that were removed since. */
export async function sumRecount(db: Db, recountId: RecountId): Promise<Totals> {
  const { rows } = await db.query<{ bm: number; be: number; am: number; ae: number }>(
    `select coalesce(sum(r.before), 0)::integer as bm, (count(*) filter (where r.before > 0))::integer as be,
       coalesce(sum(r.after), 0)::integer as am, (count(*) filter (where r.after > 0))::integer as ae
     from recount.episode r join read.mentions_episode e on e.episode_uuid = r.episode_uuid where r.recount_id = $1`,
    [recountId],
  );
  const { bm, be, am, ae } = rows[0]!;

  return { before: { mentions: bm, episodes: be }, after: { mentions: am, episodes: ae } };
}

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
     ), latest as (
       select distinct on (s.series_uuid) s.series_uuid, p.move_id, p.ordinal from read.mentions_series s
       join publication p on p.series_uuids is null or s.series_uuid::text = any(p.series_uuids)
       order by s.series_uuid, p.ordinal desc
     ), own as (
       select episode_uuid, max(ordinal) as ordinal from read.mentions_pin_move
       where episode_uuid is not null and root_id = move_id and not reverted group by episode_uuid
     ), pinned as (
       select o.episode_uuid, o.ordinal, e.series_uuid, exists (
         select 1 from read.mentions_removal r
         where r.series_uuid = e.series_uuid and (r.episode_uuid is null or r.episode_uuid = e.episode_uuid)
       ) as was_removed
       from own o join read.mentions_episode e on e.episode_uuid = o.episode_uuid
     ), followed as (
       select f.move_id, count(*)::integer as episodes from (
         select l.move_id from pinned i join latest l on l.series_uuid = i.series_uuid and l.ordinal > i.ordinal
         where not i.was_removed
         union all
         -- What was removed missed the publications of that time.
         select l.move_id from pinned i cross join lateral (
           select p.move_id from publication p
           where p.ordinal > i.ordinal and (p.series_uuids is null or i.series_uuid::text = any(p.series_uuids))
             and not exists (
               select 1 from read.mentions_removal r
               where r.series_uuid = i.series_uuid and (r.episode_uuid is null or r.episode_uuid = i.episode_uuid)
                 and r.from_ordinal < p.ordinal and (r.to_ordinal is null or r.to_ordinal > p.ordinal))
           order by p.ordinal desc limit 1
         ) l where i.was_removed
       ) f group by f.move_id
     )
     select p.move_id as recount_id, p.series_uuids, coalesce(f.episodes, 0) as episodes
     from publication p left join followed f on f.move_id = p.move_id order by p.ordinal`,
  );

  return rows;
}

const PAGE = 50;
/** The columns of a difference, besides the entity. */
const PLACE = {
  entity: [],
  podcast: ['d.series_uuid'],
  episode: ['d.series_uuid', 'd.episode_uuid'],
} as const;
const THEN_BY_NAME = 'x.name, x.entity_id, x.podcast, x.episode';
const ORDER = {
  absolute: 'abs(x.after - x.before) desc',
  // A count that was 0 has no percentage, so it sorts first.
  relative:
    'x.before = 0 desc, abs(x.after - x.before)::float8 / greatest(x.before, 1) desc, abs(x.after - x.before) desc',
} as const;

/** A page of differences from `offset` on, largest first, without episodes that were removed since. */
export async function listDifferences(
  db: Db,
  recountId: RecountId,
  by: keyof typeof PLACE,
  sort: keyof typeof ORDER,
  offset: number,
  text: string | null = null,
): Promise<{ differences: RecountDifference[]; more: boolean }> {
  const [podcast, episode] = PLACE[by];
  const NONE = sql.raw('null::uuid');
  const lines = sql('recount.difference as d')
    .join('read.vocabulary_entity as o', 'o.entity_id', 'd.entity_id')
    .join('read.vocabulary_entity as n', 'n.entity_id', 'o.shown_id')
    .join('read.mentions_episode as e', 'e.episode_uuid', 'd.episode_uuid')
    .select('n.entity_id', 'n.name', 'n.slug', 'n.entity_type_id')
    .select({ podcast: podcast ?? NONE, episode: episode ?? NONE })
    .select(sql.raw('sum(d.before)::integer as before, sum(d.after)::integer as after'))
    .where('d.recount_id', recountId)
    .groupBy('n.entity_id', ...PLACE[by], 'n.name', 'n.slug', 'n.entity_type_id');
  const query = sql(lines.as('x'))
    .join('read.vocabulary_type as t', 't.entity_type_id', 'x.entity_type_id')
    .leftJoin('read.catalogue_series as cs', 'cs.series_uuid', 'x.podcast')
    .leftJoin('read.catalogue_episode as ce', 'ce.episode_uuid', 'x.episode')
    .select({
      entity: 'x.name',
      entityType: 't.name',
      entityId: 'x.entity_id',
      entitySlug: 'x.slug',
      place: sql.raw('coalesce(ce.title, cs.name)'),
      podcastUuid: 'x.podcast',
      episodeUuid: 'x.episode',
      before: 'x.before',
      after: 'x.after',
    })
    .whereRaw('x.before <> x.after')
    .orderByRaw(`${ORDER[sort]}, ${THEN_BY_NAME}`)
    .limit(PAGE + 1)
    .offset(offset);
  if (text !== null) {
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
    query.whereRaw('(x.name ilike ? or coalesce(ce.title, cs.name) ilike ?)', [pattern, pattern]);
  }
  const { rows } = await db.query<RecountDifference>(...native(query));

  return { differences: rows.slice(0, PAGE), more: rows.length > PAGE };
}

export const DIFFERENCES_A_PAGE = PAGE;
