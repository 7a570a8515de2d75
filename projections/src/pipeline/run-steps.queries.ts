import { PIPELINE_STEPS, type PipelineStepView } from '@earmark/contracts/pipeline';
import type { Db } from '../kit/db.ts';

type StepRow = Omit<PipelineStepView, 'name' | 'startedAt' | 'endedAt'> & {
  readonly runId: string;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
};

/** By run, in order. */
export async function listSteps(db: Db, runIds: readonly string[]): Promise<Map<string, PipelineStepView[]>> {
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
export const withSkipped = (steps: readonly PipelineStepView[]): PipelineStepView[] =>
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
