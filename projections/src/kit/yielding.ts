import { setImmediate, setTimeout } from 'node:timers/promises';

const STEP_MS = 10;
/** Long work resumes after this, however much urgent work there is. */
const LONGEST_WAIT_MS = 250;

/** Urgent tasks running in this thread. */
let urgent = 0;
let stepBegan = 0;

/** Runs work that people wait for: long work in the same thread pauses meanwhile. */
export async function urgently<Result>(work: () => Promise<Result>): Promise<Result> {
  urgent += 1;
  try {
    return await work();
  } finally {
    urgent -= 1;
  }
}

/** Call between the steps of long work, so that urgent work runs first. */
export async function yieldToUrgent(): Promise<void> {
  const now = performance.now();
  if (now - stepBegan < STEP_MS) return;
  await setImmediate();
  while (urgent > 0 && performance.now() - now < LONGEST_WAIT_MS) await setTimeout(1);
  stepBegan = performance.now();
}
