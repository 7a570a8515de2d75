import { readFileSync } from 'node:fs';

/** What the log, the database and the files of the site need besides connections. */
const OTHERS = 200;
const WITHOUT_LIMIT = 10_000;

/** How many connections this process can hold and still open files. */
export function mostConnections(): number {
  // Only Linux says it without a program of its own.
  const text = process.platform === 'linux' ? readFileSync('/proc/self/limits', 'utf8') : '';
  const limit = /^Max open files +(\d+)/m.exec(text)?.[1];

  return Math.min(WITHOUT_LIMIT, Math.max(OTHERS, Number(limit ?? Infinity) - OTHERS));
}
