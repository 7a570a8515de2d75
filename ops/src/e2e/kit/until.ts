import { setTimeout as pause } from 'node:timers/promises';

const LONGEST_MS = 90_000;
const BETWEEN_MS = 50;

/** Waits until the condition holds. Throws after a minute and a half: generous, because a busy machine is slow. */
export async function until(holds: () => Promise<boolean> | boolean, longestMs = LONGEST_MS): Promise<void> {
  const last = Date.now() + longestMs;
  while (!(await holds())) {
    if (Date.now() > last) throw new Error(`it never came true: ${holds.toString()}`);
    await pause(BETWEEN_MS);
  }
}

/** Reads again until the value passes the check. Fails as the check did last, after a minute and a half. */
export async function eventually<Value>(
  read: () => Promise<Value> | Value,
  check: (value: Value) => void,
): Promise<void> {
  const last = Date.now() + LONGEST_MS;
  for (;;) {
    const value = await read();
    try {
      return check(value);
    } catch (error) {
      if (Date.now() > last) throw error;
    }
    await pause(BETWEEN_MS);
  }
}
