import {
  PIPELINE_STEPS,
  type PipelineRunSummary,
  type PipelineRunView,
  type PipelineStepView,
  type ProcessingHistoryItem,
  type RunStatus,
} from '@earmark/contracts/pipeline';
import type { Knex } from 'knex';
import type { Db } from '../kit/db.ts';
import { native, sql } from '../kit/query-builder.ts';
import { hasWords } from './title-words.ts';

const PAGE = 50;
/** Earlier runs that an expectation is made from. */
const COMPARED = 20;

export interface RunFilter {
  readonly status?: RunStatus | undefined;
  readonly podcast?: string | undefined;
  readonly episode?: string | undefined;
  readonly batch?: string | undefined;
  /** Words of the titles of episode and podcast. */
  readonly q?: string | undefined;
}
/** Place in the list. */
export interface RunPlace {
  readonly rank: number;
  /** Decimal. */
  readonly key: string;
}

type RunRow = Omit<PipelineRunSummary, 'queuePosition' | 'requestedAt' | 'startedAt' | 'endedAt'> & {
  readonly queuePosition: number | null;
  readonly requestedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly rank: number;
  readonly key: string;
};

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

/** Runs that have begun or ended, newest request first; `last`: null on the last page. */
export async function listProcessingHistory(
  db: Db,
  after: string | null,
): Promise<{ history: ProcessingHistoryItem[]; last: string | null }> {
  const query = filtered({})
    .select(COLUMNS)
    .where('r.rank', '<>', 1)
    .orderBy('r.queued_position', 'desc')
    .limit(PAGE + 1);
  if (after !== null) query.whereRaw('r.queued_position < ?::int8', [after]);
  const { rows } = await db.query<RunRow & { position: string }>(
    ...native(query.select({ position: 'r.queued_position' })),
  );
  const page = rows.slice(0, PAGE);
  const steps = await listSteps(
    db,
    page.map(({ id }) => id),
  );

  return {
    history: page.map((row) => historyItem(summaryOf(row), steps.get(row.id) ?? [])),
    last: rows.length > PAGE ? (page.at(-1)?.position ?? null) : null,
  };
}

const isQueued = `r.status = 'queued'`;

const COLUMNS = {
  id: 'r.run_id',
  number: 'r.number',
  episodeUuid: 'r.episode_uuid',
  episodeName: sql.raw(`coalesce(e.title, 'Removed episode')`),
  episodeSlug: sql.raw('case when e.is_removed or e.is_series_removed then null else e.slug end'),
  podcastId: 'r.series_uuid',
  podcastName: sql.raw(`coalesce(s.name, 'Removed podcast')`),
  podcastSlug: sql.raw('case when s.is_removed then null else s.slug end'),
  status: 'r.status',
  queuePosition: sql.raw(
    `case when ${isQueued} then (select count(*)::integer from read.pipeline_run q
       where q.status = 'queued' and q.queued_position <= r.queued_position) end`,
  ),
  skipTranscription: 'r.skip_transcription',
  requestedBy: 'r.requested_by',
  requestedAt: 'r.requested_at',
  startedAt: 'r.started_at',
  endedAt: 'r.ended_at',
  currentStep: 'r.current_step',
  message: 'r.message',
  stepsCompleted: 'r.steps_completed',
  totalSteps: 'r.total_steps',
  segmentsProcessed: 'r.segments',
  entitiesExtracted: 'r.entities',
  warnings: 'r.warnings',
  errorMessage: 'r.error_message',
  batchId: 'r.batch_id',
  rank: 'r.rank',
  key: 'r.sort_key',
};

/** All but the filter by status. */
function filtered({ podcast, episode, batch, q }: RunFilter): Knex.QueryBuilder {
  const query = sql('read.pipeline_run as r')
    .leftJoin('read.catalogue_all_episode as e', 'e.episode_uuid', 'r.episode_uuid')
    .leftJoin('read.catalogue_all_series as s', 's.series_uuid', 'r.series_uuid');
  if (podcast !== undefined) query.where('r.series_uuid', podcast);
  if (episode !== undefined) query.where('r.episode_uuid', episode);
  if (batch !== undefined) query.where('r.batch_id', batch);
  if (q !== undefined) query.modify(hasWords(q, 'r.episode_uuid', 'r.series_uuid'));

  return query;
}

function summaryOf(row: RunRow): PipelineRunSummary {
  const { rank: _rank, key: _key, requestedAt, startedAt, endedAt, ...run } = row;

  return {
    id: run.id,
    number: run.number,
    episodeUuid: run.episodeUuid,
    episodeName: run.episodeName,
    episodeSlug: run.episodeSlug,
    podcastId: run.podcastId,
    podcastName: run.podcastName,
    podcastSlug: run.podcastSlug,
    status: run.status,
    queuePosition: run.queuePosition,
    skipTranscription: run.skipTranscription,
    requestedBy: run.requestedBy,
    requestedAt: requestedAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    currentStep: run.currentStep,
    message: run.message,
    stepsCompleted: run.stepsCompleted,
    totalSteps: run.totalSteps,
    segmentsProcessed: run.segmentsProcessed,
    entitiesExtracted: run.entitiesExtracted,
    warnings: run.warnings,
    errorMessage: run.errorMessage,
    batchId: run.batchId,
  };
}

type StepRow = Omit<PipelineStepView, 'name' | 'startedAt' | 'endedAt'> & {
  readonly runId: string;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
};

async function listSteps(db: Db, runIds: readonly string[]): Promise<Map<string, PipelineStepView[]>> {
  const { rows } = await db.query<StepRow>(
    `select s.run_id as "runId", s.step, s.status, s.message, s.details, s.warnings,
       s.prediction_id as "predictionId", s.attempts, s.started_at as "startedAt", s.ended_at as "endedAt"
     from read.pipeline_step s where s.run_id = any($1) order by s.run_id, s.step`,
    [runIds],
  );
  const steps = new Map<string, PipelineStepView[]>(runIds.map((id) => [id, []]));
  for (const { runId, startedAt, endedAt, ...step } of rows)
    steps.get(runId)?.push({
      ...step,
      name: PIPELINE_STEPS[step.step] ?? '',
      startedAt: startedAt?.toISOString() ?? null,
      endedAt: endedAt?.toISOString() ?? null,
    });

  return steps;
}

/** All nine: a run has no rows for what it skips. */
const withSkipped = (steps: readonly PipelineStepView[]): PipelineStepView[] =>
  PIPELINE_STEPS.map(
    (name, step) =>
      steps.find((one) => one.step === step) ?? {
        step,
        name,
        status: 'skipped',
        message: null,
        details: [],
        warnings: [],
        predictionId: null,
        attempts: 0,
        startedAt: null,
        endedAt: null,
      },
  );

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

const HISTORY_STATUS: Readonly<Record<RunStatus, ProcessingHistoryItem['status']>> = {
  queued: 'in_progress',
  running: 'in_progress',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'failed',
};

const historyItem = (run: PipelineRunSummary, steps: readonly PipelineStepView[]): ProcessingHistoryItem => ({
  id: run.id,
  status: HISTORY_STATUS[run.status],
  episodeUuid: run.episodeUuid,
  episodeName: run.episodeName,
  startedAt: run.startedAt,
  completedAt: run.endedAt,
  stepsCompleted: run.stepsCompleted,
  totalSteps: run.totalSteps,
  segmentsProcessed: run.segmentsProcessed,
  entitiesExtracted: run.entitiesExtracted,
  errorMessage: run.status === 'cancelled' ? 'The run was cancelled.' : run.errorMessage,
  stepDetails: steps
    .filter(({ attempts }) => attempts > 0)
    .map(({ step, status, message, details, warnings, predictionId, startedAt, endedAt }) => ({
      step,
      status,
      message: message ?? '',
      details: [...details, ...warnings],
      predictionId,
      timestamp: endedAt ?? startedAt,
    })),
});
