import { expect, it } from '@jest/globals';
import { MAX_CONNECTIONS } from './connections.ts';

it('a server and a command beside it fit a Postgres as it is installed', () => {
  expect(MAX_CONNECTIONS).toBeLessThanOrEqual(100);
});
