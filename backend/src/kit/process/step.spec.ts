import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { runStep, StepTimedOut, type FailedAttempt, type StepProgress } from './step.ts';

const noSignal = new AbortController().signal;
const soon = () => 1;

it('returns the result of the first attempt', async () => {
  expect(await runStep(async ({ attempt }) => `attempt ${attempt}`, { signal: noSignal })).toBe('attempt 1');
});

it('is retried until it succeeds, and reports each time what went wrong and when it continues', async () => {
  const failures: FailedAttempt[] = [];
  const work = async ({ attempt }: { attempt: number }) => {
    if (attempt < 3) throw new Error(`no ${attempt}`);
    return 'done';
  };
  const onFailedAttempt = (failure: FailedAttempt) => void failures.push(failure);
  expect(await runStep(work, { signal: noSignal, attempts: 5, waitMs: soon, onFailedAttempt })).toBe('done');
  expect(failures).toMatchObject([
    { attempt: 1, error: { message: 'no 1' }, waitMs: 1 },
    { attempt: 2, error: { message: 'no 2' }, waitMs: 1 },
  ]);
});

it('fails with the error of its last attempt, or of the first one that a retry would not help', async () => {
  let tried = 0;
  const failing = async () => Promise.reject(new Error(`no ${++tried}`));
  await expect(runStep(failing, { signal: noSignal, attempts: 3, waitMs: soon })).rejects.toThrow('no 3');
  await expect(runStep(failing, { signal: noSignal, attempts: 3, waitMs: () => null })).rejects.toThrow('no 4');
  expect(tried).toBe(4);
});

it('waits longer after each failure', async () => {
  const waits: (number | null)[] = [];
  const cancelled = new AbortController();
  const onFailedAttempt = ({ waitMs }: FailedAttempt) => {
    waits.push(waitMs);
    cancelled.abort(new Error('seen enough'));
  };
  const step = runStep(async () => Promise.reject(new Error('no')), {
    signal: cancelled.signal,
    attempts: 2,
    onFailedAttempt,
  });
  await expect(step).rejects.toThrow('seen enough');
  expect(waits[0]).toBeGreaterThanOrEqual(375);
  expect(waits[0]).toBeLessThanOrEqual(625);
});

it('ends with the reason of its cancellation, during the work and between two attempts', async () => {
  const during = new AbortController();
  const working = runStep(async ({ signal }) => delay(60_000, 'late', { signal }), { signal: during.signal });
  during.abort(new Error('cancelled by ada'));
  await expect(working).rejects.toThrow('cancelled by ada');

  const between = new AbortController();
  const waiting = runStep(async () => Promise.reject(new Error('no')), {
    signal: between.signal,
    attempts: 2,
    waitMs: () => 60_000,
    onFailedAttempt: () => void setTimeout(() => between.abort(new Error('cancelled by bea')), 5),
  });
  await expect(waiting).rejects.toThrow('cancelled by bea');
});

it('retries work that takes too long, even when it ignores the signal', async () => {
  const heeded: boolean[] = [];
  const work = async ({ attempt, signal }: { attempt: number; signal: AbortSignal }) => {
    if (attempt === 2) return 'done';
    signal.addEventListener('abort', () => heeded.push(true));
    await new Promise(() => {});
  };
  const failures: unknown[] = [];
  const onFailedAttempt = ({ error }: FailedAttempt) => void failures.push(error);
  const options = { signal: noSignal, attempts: 2, timeLimitMs: 20, waitMs: soon, onFailedAttempt };
  expect(await runStep(work, options)).toBe('done');
  expect(failures).toEqual([new StepTimedOut(20)]);
  expect(heeded).toEqual([true]);
});

it('passes progress on from time to time, always the last, and none after the end', async () => {
  const seen: StepProgress[] = [];
  let late: () => void = () => {};
  await runStep(
    async ({ progress }) => {
      for (let done = 1; done <= 100; done++) progress(done, 100);
      late = () => progress(101, 100);
    },
    { signal: noSignal, onProgress: (progress) => seen.push(progress) },
  );
  late();
  expect(seen).toEqual([
    { done: 1, total: 100, message: null },
    { done: 100, total: 100, message: null },
  ]);
});
