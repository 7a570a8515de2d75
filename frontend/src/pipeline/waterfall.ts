import type { PipelineStepView } from '@earmark/contracts/pipeline';

export interface Bar {
  /** Of the whole, 0 to 1. */
  readonly from: number;
  readonly width: number;
  readonly ms: number;
}

/** How long the step has taken; null: it has not begun. */
export function durationOf({ startedAt, endedAt }: PipelineStepView, nowMs: number): number | null {
  if (startedAt === null) return null;

  return Math.max(0, (endedAt === null ? nowMs : Date.parse(endedAt)) - Date.parse(startedAt));
}

/**
 * The steps one after another, to scale. Time between them, as before a retry, is left out, since nothing runs then. Null: it
 * has not begun or was skipped. `expectedMs`: how long all of them will take; 0 when that is unknown or over.
 */
export function barsOf(steps: readonly PipelineStepView[], nowMs: number, expectedMs = 0): (Bar | null)[] {
  const durations = steps.map((step) => (step.status === 'skipped' ? null : durationOf(step, nowMs)));
  const total = Math.max(
    expectedMs,
    durations.reduce<number>((sum, ms) => sum + (ms ?? 0), 0),
  );
  let before = 0;

  return durations.map((ms) => {
    if (ms === null) return null;
    const bar = { from: total === 0 ? 0 : before / total, width: total === 0 ? 0 : ms / total, ms };
    before += ms;

    return bar;
  });
}

/** What the steps have taken together. */
export const workedMs = (steps: readonly PipelineStepView[], nowMs: number): number =>
  barsOf(steps, nowMs).reduce((sum, bar) => sum + (bar?.ms ?? 0), 0);
