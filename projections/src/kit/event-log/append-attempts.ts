import { backoffMs, pause } from './backoff.ts';
import { AppendUnknown, LogUnavailable } from './event-log.ts';

const ATTEMPTS = 3;
/** How long a call waits until it is known whether its append was stored. */
export const KNOWN_WITHIN_MS = 15_000;

/**
 * Makes an append again, with the same ids, after an outage: a few times when nothing was stored, and until it is known,
 * for at most `withinMs`, once an attempt has thrown AppendUnknown. Throws what the last attempt threw, as AppendUnknown
 * if any attempt did.
 */
export async function untilKnown<Result>(attempt: () => Promise<Result>, withinMs: number): Promise<Result> {
  const until = performance.now() + withinMs;
  let isInDoubt = false;
  for (let made = 1; ; made++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      isInDoubt ||= error instanceof AppendUnknown;
      const isOver = isInDoubt ? performance.now() >= until : made >= ATTEMPTS;
      if (isOver) throw isInDoubt ? new AppendUnknown(error.message, { cause: error }) : error;
    }
    await pause(backoffMs(made - 1));
  }
}
