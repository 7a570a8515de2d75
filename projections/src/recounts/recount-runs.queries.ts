import { readFileSync } from 'node:fs';
import type { RecountId } from '@earmark/contracts/recounts';
import type { Pool } from 'pg';
import type { Db } from '../kit/db.ts';

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

const COUNTED = 'left join recount.episode r on r.recount_id = $1 and r.episode_uuid = e.episode_uuid';
const IS_STALE = `${IN_SCOPE} and (r.transcript_revision, r.entities_revision, r.from_revision, r.merged)
  is distinct from (e.transcript_revision, e.entities_revision, e.vocabulary_revision, e.merged)`;

/** Episodes of the scope that are not counted yet or have changed since. */
export async function listStale(db: Db, run: RecountRun): Promise<StaleEpisode[]> {
  const { rows } = await db.query<StaleEpisode>(
    `select e.episode_uuid, e.vocabulary_revision as from_revision, d.episode_uuid is not null as decided
     from read.mentions_episode e ${COUNTED}
     left join (
       select episode_uuid from read.mentions_decision union select episode_uuid from read.mentions_shown_as
     ) d on d.episode_uuid = e.episode_uuid
     where ${IS_STALE} order by e.episode_uuid`,
    [run.recount_id, run.series_uuids, run.from_revisions],
  );

  return rows;
}

export async function countStale(db: Db, run: RecountRun): Promise<number> {
  const { rows } = await db.query<{ episodes: number }>(
    `select count(*)::integer as episodes from read.mentions_episode e ${COUNTED} where ${IS_STALE}`,
    [run.recount_id, run.series_uuids, run.from_revisions],
  );

  return rows[0]!.episodes;
}

export async function setProgress(db: Db, run: RecountRun, perSecond: number): Promise<void> {
  await db.query(
    `update recount.run set per_second = $4, done = c.done, total = c.total
     from (
       select count(*)::integer as total, count(r.episode_uuid)::integer as done from read.mentions_episode e
       ${COUNTED} where ${IN_SCOPE}
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
