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
  /** Of a recount of chosen changes: the vocabularies of its episodes, and those that they get. Null: all get that of the run. */
  readonly from_revisions: number[] | null;
  readonly to_revisions: number[] | null;
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

const IN_SCOPE = `e.version_id is not null and ($2::uuid[] is null or e.series_uuid = any($2))
  and ($3::int[] is null or e.vocabulary_revision = any($3))`;

/** An existing run is left unchanged. */
export async function startRun(
  db: Db,
  run: Pick<
    RecountRun,
    'recount_id' | 'vocabulary_revision' | 'matcher_version' | 'series_uuids' | 'from_revisions' | 'to_revisions'
  >,
): Promise<void> {
  await db.query(
    `insert into recount.run (recount_id, status, vocabulary_revision, matcher_version, series_uuids, from_revisions,
       to_revisions, failure, done, total, per_second, started_at)
     select $1, 'running', $4, $5, $2, $3, $6, null, 0, count(*), null, now() from read.mentions_episode e where ${IN_SCOPE}
     on conflict do nothing`,
    [
      run.recount_id,
      run.series_uuids,
      run.from_revisions,
      run.vocabulary_revision,
      run.matcher_version,
      run.to_revisions,
    ],
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
    [run.recount_id, run.series_uuids, run.from_revisions],
  );

  return rows;
}

export async function setProgress(db: Db, run: RecountRun, perSecond: number): Promise<void> {
  await db.query(
    `update recount.run set per_second = $4, done = c.done, total = c.total
     from (
       select count(*)::integer as total, count(r.episode_uuid)::integer as done from read.mentions_episode e
       left join recount.episode r on r.recount_id = $1 and r.episode_uuid = e.episode_uuid where ${IN_SCOPE}
     ) c where recount_id = $1`,
    [run.recount_id, run.series_uuids, run.from_revisions, perSecond],
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

/** The vocabularies by which the episodes with a transcript of these podcasts (null: all) are found, the oldest first. */
export async function listPinnedRevisions(db: Db, seriesUuids: readonly string[] | null): Promise<number[]> {
  const { rows } = await db.query<{ revision: number }>(
    `select distinct e.vocabulary_revision as revision from read.mentions_episode e
     where e.version_id is not null and ($1::uuid[] is null or e.series_uuid = any($1)) order by 1`,
    [seriesUuids],
  );

  return rows.map(({ revision }) => revision);
}

/**
 * The revisions of the vocabulary that may have changed a pattern that some episode is not found by as it is now, the
 * newest first. Some of them changed no pattern.
 */
export async function listPendingRevisions(db: Db): Promise<number[]> {
  const { rows } = await db.query<{ revision: number }>(
    `with pins as (
       select distinct vocabulary_revision as pin from read.mentions_episode where version_id is not null
     ), now as (
       select pattern_id, set_revision from read.mentions_pattern where to_revision is null
     ), pending as (
       select distinct x.pattern_id, x.set_revision, x.is_now from pins cross join lateral (
         select *, true as is_now from (
           select * from now
           except select pattern_id, set_revision from read.mentions_pattern
           where from_revision <= pin and (to_revision is null or to_revision > pin)
         ) come
         union all
         select *, false from (
           select pattern_id, set_revision from read.mentions_pattern
           where from_revision <= pin and (to_revision is null or to_revision > pin)
           except select * from now
         ) gone
       ) x
     )
     select set_revision as revision from pending where is_now
     union
     select p.to_revision from pending w
     join read.mentions_pattern p on p.pattern_id = w.pattern_id and p.set_revision = w.set_revision
     where not w.is_now and p.to_revision is not null
     order by 1 desc`,
  );

  return rows.map(({ revision }) => revision);
}

/** Those of these revisions at which a pattern that changes at the revisions `changes` concerned is not as it is now. */
export async function listWithout(db: Db, changes: readonly number[], revisions: readonly number[]): Promise<number[]> {
  const { rows } = await db.query<{ revision: number }>(
    `with chosen as (
       select distinct pattern_id from read.mentions_pattern where set_revision = any($1) or to_revision = any($1)
     )
     select r.revision from unnest($2::int[]) as r(revision) where exists (
       select 1 from chosen c
       left join read.mentions_pattern n on n.pattern_id = c.pattern_id and n.to_revision is null
       left join read.mentions_pattern t on t.pattern_id = c.pattern_id and t.from_revision <= r.revision
         and (t.to_revision is null or t.to_revision > r.revision)
       where n.set_revision is distinct from t.set_revision
     ) order by 1`,
    [changes, revisions],
  );

  return rows.map(({ revision }) => revision);
}

/** The current patterns that do not hold yet at one of these revisions, once for each of them. */
export async function countLater(db: Db, revisions: readonly number[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from unnest($1::int[]) as r(revision)
     join read.mentions_pattern p on p.to_revision is null and p.from_revision > r.revision`,
    [revisions],
  );

  return rows[0]!.count;
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
