import { backoffMs, pause } from './pause.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const PROGRESS_MS = 500;

/** The progress of a step; `total` is null when unknown. */
export interface StepProgress {
  readonly done: number;
  readonly total: number | null;
  readonly message: string | null;
}

export interface StepContext {
  /** Aborted when the step is cancelled or takes too long; the work should then stop soon. */
  readonly signal: AbortSignal;
  /** Counts from 1. */
  readonly attempt: number;
  /** May be called as often as convenient: at most two calls a second are passed on, and always the last. */
  readonly progress: (done: number, total?: number | null, message?: string | null) => void;
}

export interface StepOptions {
  /** Cancels the step: on request, when the lease is lost, or when the server stops. */
  readonly signal: AbortSignal;
  /** The number of attempts, including the first. Default: 1. */
  readonly attempts?: number;
  /** The time limit of one attempt. Default: none. */
  readonly timeLimitMs?: number;
  /**
   * The wait before the next attempt; null when a retry would not help. Default: doubles from half a second to thirty.
   */
  readonly waitMs?: (error: unknown, attempt: number) => number | null;
  /** Awaited before the next attempt, so it may record an event. `waitMs` is null after the last attempt. */
  readonly onFailedAttempt?: (failure: FailedAttempt) => void | Promise<void>;
  readonly onProgress?: (progress: StepProgress) => void;
}

export interface FailedAttempt {
  readonly attempt: number;
  readonly error: unknown;
  readonly waitMs: number | null;
}

/** An attempt took too long. It is retried like any other failure. */
export class StepTimedOut extends Error {
  constructor(timeLimitMs: number) {
    super(`no answer within ${timeLimitMs >= 1000 ? `${timeLimitMs / 1000} s` : `${timeLimitMs} ms`}`);
    this.name = 'StepTimedOut';
  }
}

/**
 * Runs one step of a process until it succeeds, may not be retried, or is cancelled. Throws the error of the last
 * attempt, or the signal's reason. Records nothing: the caller writes the result to the stream of the process.
 */
export async function runStep<Result>(
  work: (context: StepContext) => Promise<Result>,
  options: StepOptions,
): Promise<Result> {
  const { signal, attempts = 1, waitMs = usualWaitMs, onFailedAttempt } = options;
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await attemptOnce(work, attempt, options);
    } catch (error) {
      signal.throwIfAborted();
      const wait = attempt < attempts ? waitMs(error, attempt) : null;
      await onFailedAttempt?.({ attempt, error, waitMs: wait });
      if (wait === null) throw error;
      await pause(wait, signal);
    }
  }
}

/** Randomized, so that steps that failed together do not all retry at the same time. */
const usualWaitMs = (_error: unknown, attempt: number): number =>
  backoffMs(attempt, FIRST_WAIT_MS, LONGEST_WAIT_MS) * (0.75 + Math.random() / 2);

async function attemptOnce<Result>(
  work: (context: StepContext) => Promise<Result>,
  attempt: number,
  { signal, timeLimitMs, onProgress }: StepOptions,
): Promise<Result> {
  const ending = new AbortController();
  const timer =
    timeLimitMs === undefined ? null : setTimeout(() => ending.abort(new StepTimedOut(timeLimitMs)), timeLimitMs);
  const either = AbortSignal.any([signal, ending.signal]);
  const progress = new ProgressReports(onProgress);
  try {
    const context = {
      signal: either,
      attempt,
      progress: (done: number, total: number | null = null, message: string | null = null) =>
        progress.add({ done, total, message }),
    };
    // Does not wait for work that ignores the signal.
    return await Promise.race([work(context), aborted(either)]);
  } finally {
    if (timer !== null) clearTimeout(timer);
    progress.end();
    ending.abort();
  }
}

const aborted = async (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

class ProgressReports {
  private latest: StepProgress | null = null;
  private timer: NodeJS.Timeout | null = null;
  private hasEnded = false;

  constructor(private readonly report: ((progress: StepProgress) => void) | undefined) {}

  add(progress: StepProgress): void {
    // Work that ignored the signal may still report.
    if (this.hasEnded) return;
    this.latest = progress;
    if (this.timer !== null) return;
    this.flush();
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.latest !== null) this.add(this.latest);
    }, PROGRESS_MS).unref();
  }

  end(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.flush();
    this.hasEnded = true;
  }

  private flush(): void {
    if (this.latest !== null) this.report?.(this.latest);
    this.latest = null;
  }
}
