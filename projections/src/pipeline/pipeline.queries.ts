import type { PipelineRunSummary, PipelineRunView, RunStatus } from '@earmark/contracts/pipeline';
import type { Db } from '../kit/db.ts';
import { native, sql } from '../kit/query-builder.ts';
import { COLUMNS, filtered, summaryOf, type RunFilter, type RunRow } from './run-rows.queries.ts';
import { listSteps, withSkipped } from './run-steps.queries.ts';

const PAGE = 50;
/** Earlier runs that an expectation is made from. */
const COMPARED = 20;

/** Place in the list. */
export interface RunPlace {
  readonly rank: number;
  /** Decimal. */
  readonly key: string;
}

/** Running ones, queued ones in their order, then the others, newest request first. `last`: null on the last page. */
export async function listRuns(
  db: Db,
  filter: RunFilter,
  after: RunPlace | null,
): Promise<{ runs: PipelineRunSummary[]; last: RunPlace | null }> {
  const query = filtered(filter)
    .select(COLUMNS)
    .orderBy(['r.rank', 'r.sort_key'])
    .limit(PAGE + 1);
  if (filter.status !== undefined) query.where('r.status', filter.status);
  if (after !== null) query.whereRaw('(r.rank, r.sort_key) > (?::integer, ?::int8)', [after.rank, after.key]);
  const { rows } = await db.query<RunRow>(...native(query));
  const page = rows.slice(0, PAGE);
  const end = rows.length > PAGE ? page.at(-1) : undefined;

  return { runs: page.map(summaryOf), last: end ? { rank: end.rank, key: end.key } : null };
}

/** By status; those without a run are missing. */
export async function countRuns(db: Db, filter: RunFilter): Promise<Partial<Record<RunStatus, number>>> {
  const query = filtered(filter).select({ status: 'r.status' }).select(sql.raw('count(*)::integer as count'));
  const { rows } = await db.query<{ status: RunStatus; count: number }>(...native(query.groupBy('r.status')));

  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Ids of the runs that a bulk change means, in the order of the list; at most 5,000. */
export async function listRunIds(db: Db, filter: RunFilter): Promise<string[]> {
  const query = filtered(filter).select({ id: 'r.run_id' }).orderBy(['r.rank', 'r.sort_key']).limit(5000);
  if (filter.status !== undefined) query.where('r.status', filter.status);
  const { rows } = await db.query<{ id: string }>(...native(query));

  return rows.map(({ id }) => id);
}

/** Null when there is none. */
export async function findRun(db: Db, runId: string): Promise<PipelineRunView | null> {
  const query = filtered({})
    .select(COLUMNS)
    .select({ files: 'r.files', provider: 'r.provider', model: 'r.model', versionId: 'r.version_id' })
    .where('r.run_id', runId);
  const { rows } = await db.query<RunRow & Pick<PipelineRunView, 'files' | 'provider' | 'model' | 'versionId'>>(
    ...native(query),
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { files, provider, model, versionId } = row;
  const steps = (await listSteps(db, [runId])).get(runId) ?? [];
  const expectedMs = await expectedDuration(db, row);

  return { ...summaryOf(row), steps: withSkipped(steps), files, provider, model, versionId, expectedMs };
}

/** The number of the latest run of an episode; 0: none. */
export async function findLatestRunNumber(db: Db, episodeUuid: string): Promise<number> {
  const { rows } = await db.query<{ number: number }>(
    'select coalesce(max(r.number), 0) as number from read.pipeline_run r where r.episode_uuid = $1',
    [episodeUuid],
  );

  return rows[0]?.number ?? 0;
}

/** Newest first, at most `limit`. */
export async function listEpisodeRunIds(db: Db, episodeUuid: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select r.run_id as id from read.pipeline_run r where r.episode_uuid = $1 order by r.number desc limit $2',
    [episodeUuid, limit],
  );

  return rows.map(({ id }) => id);
}

/** The median of earlier completed runs of episodes of half to twice the length; null: unknown. */
async function expectedDuration(db: Db, run: Pick<RunRow, 'id' | 'episodeUuid' | 'skipTranscription'>) {
  const { rows } = await db.query<{ ms: number | null }>(
    `select percentile_cont(0.5) within group (order by t.ms)::integer as ms from (
       select least(extract(epoch from r.ended_at - r.started_at) * 1000, 2147483647)::integer as ms
       from read.pipeline_run r
       join read.catalogue_all_episode e on e.episode_uuid = r.episode_uuid
       join read.catalogue_all_episode mine on mine.episode_uuid = $2
       where r.status = 'completed' and r.run_id <> $1 and r.skip_transcription = $3 and r.started_at is not null
         and e.duration_seconds between mine.duration_seconds / 2 and mine.duration_seconds * 2
       order by r.queued_position desc limit ${COMPARED}) t`,
    [run.id, run.episodeUuid, run.skipTranscription],
  );

  return rows[0]?.ms ?? null;
}
