import { expect } from '@jest/globals';
import type { Ending } from './product.fixtures.ts';

/** Progress lines of a database start. */
const PROGRESS =
  /^(Starting Postgres|Postgres is still starting .+|Creating the database in .+|Waiting for process \d+, .+)$/;
const NOT_FOR_PEOPLE = /^\s+at |node:internal|node_modules|undefined|\[object|[{}]/;
const ESCAPE = String.fromCharCode(27);
export const SECRET = 's3cr3t-word';

/** The single sentence that the process printed: no stack, no dump, no secret, no second line. */
export function sentence({ stdout, stderr }: Ending): string {
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !PROGRESS.test(line));
  expect(lines).toHaveLength(1);
  const [line = ''] = lines;
  expect(line).not.toMatch(NOT_FOR_PEOPLE);
  expect(line).not.toContain(SECRET);
  // No colours without a terminal.
  expect(line).not.toContain(ESCAPE);
  return line;
}
