import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { locationType, pattern, patternNames, signIn } from './api.fixtures.ts';
import {
  expectNobodyIn,
  inDatabase,
  inDataFolder,
  inEmptyFolder,
  interrupt,
  postmasterOf,
  signalGroup,
  start,
  until,
} from './product.fixtures.ts';
import { faultRounds, IN_FULL } from '../testing/fault-rounds.ts';

describe('a server', () => {
  it('survives the end of its Postgres and is started again when that fails, and Ctrl-C leaves nothing running', () =>
    inEmptyFolder(async (dataDir) => {
      const supervisor = start('start', [], { DATA_DIR: dataDir });
      const url = await supervisor.printed(/Earmark is running: (\S+)/);
      const call = await signIn(url, await supervisor.printed(/First account: admin, password: (\S+)/));
      const type = await locationType(call);
      await until(() => isReady(url));

      const names = ['Riverton', 'Okapi', 'Ada Lovelace'].slice(0, faultRounds(1, 3));
      const answers = new Set<number>();
      for (const name of names) {
        const killed = await killPostgres(dataDir);
        await until(async () => {
          answers.add((await call('GET', '/api/podcasts/recent')).status);
          return ((await postmasterOf(dataDir))?.process.pid ?? killed) !== killed;
        });
        await until(async () => (await call('POST', '/api/admin/entity-patterns', pattern(name, type))).status === 201);
        await until(async () => (await patternNames(call)).includes(name));
      }
      expect([...answers].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      await until(() => isReady(url));
      await supervisor.printed(/Postgres ended unexpectedly; [\s\S]+Postgres is running again/);

      const control = join(dataDir, 'postgres/data/global/pg_control');
      const intact = await readFile(control);
      await truncate(control, 100);
      await killPostgres(dataDir);
      await supervisor.printed(/The server ended unexpectedly/);
      await writeFile(control, intact);
      const again = await supervisor.printed(/Earmark is running[\s\S]+Earmark is running: (\S+)/);
      await until(() => isReady(again));
      expect(await inDatabase(dataDir, 'select name from read.vocabulary_pattern order by name')).toEqual(
        names.toSorted().map((name) => ({ name })),
      );
      interrupt(supervisor);

      const { code, stdout, stderr } = await supervisor.ended;
      expect(code).toBe(0);
      expect(stderr).toMatch(CANNOT_RESTART);
      expect(stdout.match(/First account/g)).toHaveLength(1);
      expect(stdout).toMatch(/\nStopping\n$/);
      await expectNobodyIn(dataDir);
    }));

  it('whose reader has gone stops its Postgres all the same', () =>
    inDataFolder(async (dataDir) => {
      const server = start('serve', [], { DATA_DIR: dataDir });
      await server.printed(/Earmark is running/);
      server.stopReading();
      interrupt(server);

      expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
      await expectNobodyIn(dataDir);
    }));

  it('that is stopped during its start stops its Postgres too', () =>
    inDataFolder(async (dataDir) => {
      const server = start('serve', [], { DATA_DIR: dataDir });
      await server.printed(/Starting Postgres/);
      interrupt(server);

      expect(await server.ended).toEqual({ code: 0, stdout: 'Starting Postgres\nStopping\n', stderr: '' });
      await expectNobodyIn(dataDir);
    }));
});

/** The end of what a supervised server has said: one or more failed starts, until the test has mended the file. */
const CANNOT_RESTART =
  /^(Postgres does not start on the data folder .+; the whole log is .+postgres\.log\.\nThe server ended unexpectedly \(exit code 1\); starting it again in \d+ seconds?\.\n)+$(?![\s\S])/m;

describe('a command', () => {
  it('whose reader has gone works to its end', () =>
    inDataFolder(async (dataDir) => {
      const unread = start('earmark', ['verify'], { DATA_DIR: dataDir });
      unread.stopReading();

      expect(await unread.ended).toEqual({ code: 0, stdout: '', stderr: 'Starting Postgres\n' });
      await expectNobodyIn(dataDir);
    }));

  it.each<[string[], number[]]>(
    IN_FULL
      ? [
          [['verify'], [0, 500, 1000]],
          [
            ['rebuild', 'all'],
            [0, 500, 1000],
          ],
          [
            ['export', 'mentions'],
            [0, 500, 1000],
          ],
        ]
      : [[['rebuild', 'all'], [1000]]],
  )('that is interrupted while working prints only that: %j', (words, delays) =>
    inDataFolder(async (dataDir) => {
      for (const ms of delays) {
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

const isReady = async (url: string): Promise<boolean> => (await fetch(`${url}/health/ready`)).ok;

/** Kills this folder's Postgres, which must be running: process id 0 would signal the whole group, including the tests. */
async function killPostgres(dataDir: string): Promise<number> {
  const postmaster = await postmasterOf(dataDir);
  if (postmaster === null) throw new Error('no Postgres runs');
  signalGroup(postmaster.process.pid, 'SIGKILL');

  return postmaster.process.pid;
}
