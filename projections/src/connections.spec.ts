import { expect, it } from '@jest/globals';
import { MOST_CONNECTIONS } from './connections.ts';

it('a server and a command beside it fit a Postgres as it is installed', () => {
  expect(MOST_CONNECTIONS).toBeLessThanOrEqual(100);
});
