import { setImmediate, setTimeout } from 'node:timers/promises';

const STEP_MS = 10;
/** However much there is to do first, long work goes on. */
const LONGEST_WAIT_MS = 250;

/** Of this thread. */
let urgent = 0;
let stepBegan = 0;

/** Work that people wait for: long work of the same thread stands still meanwhile. */
export async function first<Result>(work: () => Promise<Result>): Promise<Result> {
  urgent += 1;
  try {
    return await work();
  } finally {
    urgent -= 1;
  }
}

/** Between the steps of long work: everybody else has their turn. */
export async function afterOthers(): Promise<void> {
  const now = performance.now();
  if (now - stepBegan < STEP_MS) return;
  await setImmediate();
  while (urgent > 0 && performance.now() - now < LONGEST_WAIT_MS) await setTimeout(1);
  stepBegan = performance.now();
}
