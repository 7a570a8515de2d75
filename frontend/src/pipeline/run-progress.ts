import type { PipelineRunView, PipelineStepView } from '@earmark/contracts/pipeline';
import { isActive } from './pipeline.api.ts';
import type { LogLine } from './run-log.ts';

const RANKS: Readonly<Record<PipelineStepView['status'], number>> = {
  skipped: 0,
  pending: 0,
  processing: 1,
  completed: 2,
  error: 2,
};
const STATUSES = {
  step_start: 'processing',
  step_progress: 'processing',
  step_complete: 'completed',
  step_error: 'error',
} as const;

/**
 * The run with what its lines say beyond it: they come from the log, and the view from tables that follow the log. Whatever is
 * further counts, for lines may still be replayed.
 */
export function withLines(run: PipelineRunView, lines: readonly LogLine[]): PipelineRunView {
  const recent = lines.slice(lines.findLastIndex(({ type }) => type === 'retry') + 1);
  if (recent.length === 0 || !isActive(run)) return run;
  const telling = recent.filter(({ type }, at) => type !== 'step_progress' || recent[at + 1]?.type !== 'step_progress');
  const steps = run.steps.map((step) => telling.filter((line) => line.step === step.step).reduce(advanced, step));
  const begun = Math.max(...run.steps.map(({ startedAt }) => (startedAt === null ? 0 : Date.parse(startedAt))));
  const end = recent.findLast(({ type, timestamp }) => type === 'complete' && Date.parse(timestamp) >= begun);
  const status = end === undefined ? null : outcomeOf(end.status);
  const isBegun = steps.some((step, index) => step !== run.steps[index]);
  if (status === null && !isBegun) return run;
  const next = steps.find((one) => one.status !== 'completed' && one.status !== 'skipped');

  return {
    ...run,
    steps,
    status: status ?? 'running',
    queuePosition: null,
    startedAt: run.startedAt ?? steps.find(({ startedAt }) => startedAt !== null)?.startedAt ?? null,
    endedAt: status === null ? run.endedAt : (end?.timestamp ?? null),
    currentStep: next?.step ?? null,
    stepsCompleted: steps.filter((one) => one.status === 'completed').length,
    errorMessage: end?.errorMessage ?? run.errorMessage,
  };
}

function outcomeOf(status: string): 'completed' | 'failed' | 'cancelled' | null {
  return status === 'completed' || status === 'failed' || status === 'cancelled' ? status : null;
}

/** The step after this line, unless it was further already. */
function advanced(step: PipelineStepView, line: LogLine): PipelineStepView {
  const { type, message, details, warnings, predictionId, timestamp } = line;
  if (type === 'queued' || type === 'retry' || type === 'complete') return step;
  const status = STATUSES[type];
  const attempt = line.attempt ?? 1;
  const isBehind = attempt < step.attempts || (attempt === step.attempts && RANKS[status] < RANKS[step.status]);
  if (isBehind || (attempt === step.attempts && RANKS[step.status] === 2)) return step;
  const isAnother = attempt > step.attempts;

  return {
    ...step,
    status,
    message,
    details,
    warnings,
    predictionId: predictionId ?? (isAnother ? null : step.predictionId),
    attempts: attempt,
    startedAt: isAnother || step.startedAt === null ? timestamp : step.startedAt,
    endedAt: status === 'processing' ? null : timestamp,
  };
}
