import { setTimeout as delay } from 'node:timers/promises';

/** Delay before the next attempt: 50 ms, doubled each time, up to 2 s. `attempt` counts from 0. */
export const backoffMs = (attempt: number): number => Math.min(2_000, 50 * 2 ** attempt);

/** Resolves after `ms`, or at once when `signal` aborts; never rejects. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
