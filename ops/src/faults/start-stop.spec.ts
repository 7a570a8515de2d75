import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { namesIn } from '../postgres/folder-lock.ts';
import { ADMIN_PASSWORD, locationType, pattern, patternNames, signIn } from './api.fixtures.ts';
import { expectOnce, imported, libraryBeside } from './library.fixtures.ts';
import {
  eventsIn,
  inDataFolder,
  inEmptyFolder,
  postmasterOf,
  run,
  serve,
  signalGroup,
  start,
  until,
} from './product.fixtures.ts';
import type { Product } from './product.fixtures.ts';

const INTERRUPTED = 'Interrupted. What was recorded is kept; run the same command again to continue.';

describe('a server', () => {
  it('becomes ready on an empty folder and on one that was used, and Ctrl-C leaves nothing running', () =>
    inEmptyFolder(async (dataDir) => {
      for (const first of [true, false]) {
        const server = await serve({ DATA_DIR: dataDir });
        await until(async () => (await fetch(`${server.url}/health/ready`)).ok);
        interrupt(server);

        const { code, stdout, stderr } = await server.ended;
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(stdout.includes('First account: admin, password: ')).toBe(first);
        expect(stdout.endsWith('Stopping\n')).toBe(true);
        await expectNobodyIn(dataDir);
      }
    }));

  it('that is stopped while it starts takes its Postgres along', () =>
    inDataFolder(async (dataDir) => {
      const server = start('start', [], { DATA_DIR: dataDir });
      await server.printed(/Starting Postgres/);
      interrupt(server);

      expect(await server.ended).toEqual({ code: 0, stdout: 'Starting Postgres\nStopping\n', stderr: '' });
      await expectNobodyIn(dataDir);
    }));

  it('whose Postgres is killed says so to callers, starts it again, goes on, and stops at Ctrl-C', () =>
    inDataFolder(async (dataDir) => {
      const server = await serve({ DATA_DIR: dataDir, ADMIN_PASSWORD });
      const call = await signIn(server.url);
      const type = await locationType(call);
      const answers = new Set<number>();
      for (const name of ['Riverton', 'Okapi']) {
        const killed = await killPostgres(dataDir);
        await until(async () => {
          answers.add((await call('GET', '/api/podcasts/recent')).status);
          return ((await postmasterOf(dataDir))?.process.pid ?? killed) !== killed;
        });
        await until(async () => (await call('POST', '/api/admin/entity-patterns', pattern(name, type))).status === 201);
        await until(async () => (await patternNames(call)).includes(name));
      }
      expect([...answers].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      await until(async () => (await fetch(`${server.url}/health/ready`)).ok);
      await server.printed(/Postgres has ended, though nobody here stopped it; [\s\S]+Postgres runs again/);
      interrupt(server);

      expect(await server.ended).toMatchObject({ code: 0 });
      await expectNobodyIn(dataDir);
    }));

  it('whose Postgres cannot be started again ends with a sentence', () =>
    inDataFolder(async (dataDir) => {
      const server = await serve({ DATA_DIR: dataDir });
      await truncate(join(dataDir, 'postgres/data/global/pg_control'), 100);
      await killPostgres(dataDir);

      const { code, stderr } = await server.ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(/^Postgres does not start on the data folder .+; the whole log is .+postgres\.log\.$/m);
      await expectNobodyIn(dataDir);
    }));
});

describe('a command', () => {
  it('that is interrupted ends with 130 and a sentence, takes its Postgres along, and goes on the next time', () =>
    inDataFolder(async (dataDir) => {
      const library = await libraryBeside(dataDir, { episodes: 300, seed: 77 });
      const environment = { DATA_DIR: dataDir };
      expect(await run(['import', library.names], environment)).toMatchObject({ code: 0 });
      const importing = start('earmark', ['import', library.folder], environment);
      await until(async () => importing.hasEnded() || (await eventsIn(dataDir)) > 40);
      expect(importing.hasEnded()).toBe(false);
      interrupt(importing);

      expect(await importing.ended).toEqual({ code: 130, stdout: '', stderr: `Starting Postgres\n${INTERRUPTED}\n` });
      await expectNobodyIn(dataDir);
      await imported(library, environment);
      await expectOnce(library, dataDir);
    }));

  it.each([['verify'], ['rebuild', 'all'], ['export', 'mentions']].map((words) => [words]))(
    'that is interrupted while it works says no more than that: %j',
    (words) =>
      inDataFolder(async (dataDir) => {
        for (const ms of [0, 500, 1000]) {
          const command = start('earmark', words, { DATA_DIR: dataDir });
          await command.printed(/Starting Postgres/);
          await new Promise((resolve) => setTimeout(resolve, ms));
          interrupt(command);
          const { code, stderr } = await command.ended;
          // It may have been done by then.
          expect([0, 1, 130]).toContain(code);
          expect(stderr).not.toMatch(/\n\s+at |Unhandled/);
          await expectNobodyIn(dataDir);
        }
      }),
  );
});

/** Ctrl-C, twice as under npm: from the terminal, and passed on by npm. */
function interrupt({ pid }: Product): void {
  signalGroup(pid, 'SIGINT');
  signalGroup(pid, 'SIGINT');
}

async function expectNobodyIn(dataDir: string): Promise<void> {
  expect(await postmasterOf(dataDir)).toBeNull();
  expect(await namesIn(join(dataDir, 'leases'))).toEqual([]);
}

/** The Postgres of this folder, which has to run: the process id 0 would be everybody's, the tests' too. */
async function killPostgres(dataDir: string): Promise<number> {
  const postmaster = await postmasterOf(dataDir);
  if (postmaster === null) throw new Error('no Postgres runs');
  signalGroup(postmaster.process.pid, 'SIGKILL');

  return postmaster.process.pid;
}
