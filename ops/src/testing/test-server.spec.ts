import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ask, copyUsedFolder, leaseElsewhere } from './lease.fixtures.ts';
import { startTypeScript } from './typescript-process.ts';

it('the server of a test run serves all projects of the run, removes what a killed run left, and stops with the last project', async () => {
  const killed = startTypeScript(`
    const { joinTestServer } = require('./ops/src/testing/test-server.ts');
    joinTestServer().then(({ folder }) => console.log(folder));
    setInterval(() => undefined, 1000);
  `);
  const folder = await killed.nextLine();
  const dataDir = join(folder, 'some-product/data');
  await copyUsedFolder(dataDir);
  const product = leaseElsewhere({ dataDir });
  const url = await product.outcome;
  expect(await ask(url, 'select 1')).toBe('1');
  killed.process.kill('SIGKILL');
  await killed.ended;

  const next = startTypeScript(`
    const { joinTestServer, leaveTestServer } = require('./ops/src/testing/test-server.ts');
    const { createTestDatabase } = require('./projections/src/testing/test-database.ts');
    (async () => {
      const [one, other] = await Promise.all([joinTestServer(), joinTestServer()]);
      console.log(one.url === other.url);
      await leaveTestServer();
      process.env.TEST_DATABASE_URL = one.url;
      await (await createTestDatabase()).drop();
      await leaveTestServer();
      console.log(await createTestDatabase().catch((error) => error.code));
    })();
  `);
  expect(await next.nextLine()).toBe('true');
  await product.ended;
  await expect(ask(url, 'select 1')).rejects.toThrow('ECONNREFUSED');
  await expect(access(folder)).rejects.toThrow('ENOENT');
  expect(await next.nextLine()).toBe('ECONNREFUSED');
  await next.ended;
});
