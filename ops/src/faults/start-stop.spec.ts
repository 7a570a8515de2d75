import { readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { namesIn } from '../postgres/folder-lock.ts';
import { ADMIN_PASSWORD, locationType, pattern, patternNames, signIn } from './api.fixtures.ts';
import { command } from './commands.fixtures.ts';
import { expectOnce, imported, libraryBeside } from './library.fixtures.ts';
import {
  EVENTS_POLL_MS,
  eventsIn,
  inDataFolder,
  inEmptyFolder,
  postmasterOf,
  serve,
  signalGroup,
  start,
  until,
} from './product.fixtures.ts';
import type { Product } from './product.fixtures.ts';
import { faultRounds, IN_FULL } from '../testing/fault-rounds.ts';

const INTERRUPTED = 'Interrupted. What was recorded is kept; run the same command again to continue.';

describe('a server', () => {
  it('becomes ready on an empty and on a used folder, and Ctrl-C leaves nothing running', () =>
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

  it('that is stopped during its start stops its Postgres too', () =>
    inDataFolder(async (dataDir) => {
      const server = start('serve', [], { DATA_DIR: dataDir });
      await server.printed(/Starting Postgres/);
      interrupt(server);

      expect(await server.ended).toEqual({ code: 0, stdout: 'Starting Postgres\nStopping\n', stderr: '' });
      await expectNobodyIn(dataDir);
    }));

  it('whose Postgres is killed reports it to callers, restarts it, continues, and stops at Ctrl-C', () =>
    inDataFolder(async (dataDir) => {
      const server = await serve({ DATA_DIR: dataDir, ADMIN_PASSWORD });
      const call = await signIn(server.url);
      const type = await locationType(call);
      const answers = new Set<number>();
      for (const name of ['Riverton', 'Okapi'].slice(0, faultRounds(1, 2))) {
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
      await server.printed(/Postgres ended unexpectedly; [\s\S]+Postgres is running again/);
      interrupt(server);

      expect(await server.ended).toMatchObject({ code: 0 });
      await expectNobodyIn(dataDir);
    }));

  it('that is killed is started again by its supervisor, and Ctrl-C leaves nothing running', () =>
    inDataFolder(async (dataDir) => {
      const supervisor = start('start', [], { DATA_DIR: dataDir });
      await supervisor.printed(/Earmark is running/);
      process.kill(await childOf(supervisor), 'SIGKILL');
      await supervisor.printed(/starting it again in 1 second\./);
      const url = await supervisor.printed(/Earmark is running[\s\S]+Earmark is running: (\S+)/);
      await until(async () => (await fetch(`${url}/health/ready`)).ok);
      interrupt(supervisor);

      expect(await supervisor.ended).toMatchObject({ code: 0 });
      await expectNobodyIn(dataDir);
    }));

  it('whose Postgres cannot be restarted ends with an explanation', () =>
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
  it('that is interrupted ends with 130 and an explanation, stops its Postgres, and continues in the next run', () =>
    inDataFolder(async (dataDir) => {
      const library = await libraryBeside(dataDir, { episodes: faultRounds(100, 300), seed: 77 });
      const environment = { DATA_DIR: dataDir };
      expect(await command(['import', library.names], environment)).toMatchObject({ code: 0 });
      const importing = start('earmark', ['import', library.folder], environment);
      await until(async () => importing.hasEnded() || (await eventsIn(dataDir)) > 40, EVENTS_POLL_MS);
      expect(importing.hasEnded()).toBe(false);
      interrupt(importing);

      expect(await importing.ended).toEqual({ code: 130, stdout: '', stderr: `Starting Postgres\n${INTERRUPTED}\n` });
      await expectNobodyIn(dataDir);
      await imported(library, environment);
      await expectOnce(library, dataDir);
    }));

  it.each([
    [['verify'], 500],
    [['rebuild', 'all'], 1000],
    [['export', 'mentions'], 0],
  ])('that is interrupted while working prints only that: %j', (words, usual) =>
    inDataFolder(async (dataDir) => {
      for (const ms of IN_FULL ? [0, 500, 1000] : [usual]) {
        const working = start('earmark', words, { DATA_DIR: dataDir });
        await working.printed(/Starting Postgres/);
        await new Promise((resolve) => setTimeout(resolve, ms));
        interrupt(working);
        const { code, stderr } = await working.ended;
        // It may have finished by then.
        expect([0, 1, 130]).toContain(code);
        expect(stderr).not.toMatch(/\n\s+at |Unhandled/);
        await expectNobodyIn(dataDir);
      }
    }),
  );
});

/** Ctrl-C twice, as under npm: from the terminal and forwarded by npm. */
function interrupt({ pid }: Product): void {
  signalGroup(pid, 'SIGINT');
  signalGroup(pid, 'SIGINT');
}

async function childOf({ pid }: Product): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');

  return Number(children.trim());
}

async function expectNobodyIn(dataDir: string): Promise<void> {
  expect(await postmasterOf(dataDir)).toBeNull();
  expect(await namesIn(join(dataDir, 'leases'))).toEqual([]);
}

/** Kills this folder's Postgres, which must be running: process id 0 would signal the whole group, including the tests. */
async function killPostgres(dataDir: string): Promise<number> {
  const postmaster = await postmasterOf(dataDir);
  if (postmaster === null) throw new Error('no Postgres runs');
  signalGroup(postmaster.process.pid, 'SIGKILL');

  return postmaster.process.pid;
}
