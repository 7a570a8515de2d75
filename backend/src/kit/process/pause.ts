/** Resolves after `ms`, or as soon as the signal is aborted. Never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Resolves when the signal is aborted. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** The result of the work, or the signal's reason if it is aborted first; the work itself goes on. */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | null): Promise<Result> {
  if (signal === null) return work;
  let giveUp = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(signal.reason);
  });
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** The wait before the next attempt: doubles with each `attempt` (from 1), up to `longestMs`. */
export const backoffMs = (attempt: number, firstMs: number, longestMs: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(attempt - 1, 30));

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
