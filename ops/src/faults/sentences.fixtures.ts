import { expect } from '@jest/globals';
import type { Ending } from './product.fixtures.ts';

/** What a start of the database tells on the way. */
const PROGRESS = /^(Starting Postgres|Making the database in .+|Waiting for process \d+, .+)$/;
const NOT_FOR_PEOPLE = /^\s+at |node:internal|node_modules|undefined|\[object|[{}]/;
const ESCAPE = String.fromCharCode(27);
export const SECRET = 's3cr3t-word';

/** The one sentence that a program of ours has said: no stack, no dump, no secret, no second line. */
export function sentence({ stdout, stderr }: Ending): string {
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !PROGRESS.test(line));
  expect(lines).toHaveLength(1);
  const [line = ''] = lines;
  expect(line).not.toMatch(NOT_FOR_PEOPLE);
  expect(line).not.toContain(SECRET);
  // No colours where there is no terminal.
  expect(line).not.toContain(ESCAPE);
  return line;
}
