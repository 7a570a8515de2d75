import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ask, leaseElsewhere } from './lease.fixtures.ts';
import { startTypeScript } from './typescript-process.ts';

describe('the server of a test run', () => {
  it('serves all projects of the run and stops with the last', async () => {
    const run = startTypeScript(`
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

    expect(await run.nextLine()).toBe('true');
    expect(await run.nextLine()).toBe('ECONNREFUSED');
    await run.ended;
  });

  it('is stopped and removed by the next run, with everything started in its folder, when its own run was killed', async () => {
    const killed = startTypeScript(`
      const { joinTestServer } = require('./ops/src/testing/test-server.ts');
      const { leaseHolders } = require('./ops/src/postgres/leases.ts');
      const { readdirSync } = require('node:fs');
      const { tmpdir } = require('node:os');
      (async () => {
        await joinTestServer();
        for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith('earmark-test-'))) {
          const holders = await leaseHolders(tmpdir() + '/' + name);
          if (holders.some(({ pid }) => pid === process.pid)) console.log(tmpdir() + '/' + name);
        }
        setInterval(() => undefined, 1000);
      })();
    `);
    const folder = await killed.nextLine();
    const product = leaseElsewhere({ dataDir: join(folder, 'some-product/data') });
    const url = await product.outcome;
    expect(await ask(url, 'select 1')).toBe('1');
    killed.process.kill('SIGKILL');
    await killed.ended;
    const next = startTypeScript(`
      const { joinTestServer, leaveTestServer } = require('./ops/src/testing/test-server.ts');
      joinTestServer().then(leaveTestServer).then(() => console.log('done'));
    `);

    expect(await next.nextLine()).toBe('done');
    await product.ended;
    await expect(ask(url, 'select 1')).rejects.toThrow('ECONNREFUSED');
    await expect(access(folder)).rejects.toThrow('ENOENT');
    await next.ended;
  });
});
