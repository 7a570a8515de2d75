import type {
  PipelineRunSummary,
  PipelineStepView,
  ProcessingHistoryItem,
  RunStatus,
} from '@earmark/contracts/pipeline';
import type { Db } from '../kit/db.ts';
import { native } from '../kit/query-builder.ts';
import { COLUMNS, filtered, summaryOf, type RunRow } from './run-rows.queries.ts';
import { listSteps } from './run-steps.queries.ts';

const PAGE = 50;

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
