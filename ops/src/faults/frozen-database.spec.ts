import { describe, expect, it } from '@jest/globals';
import { codeOf } from '../postgres/embedded-postgres.error.ts';
import { ADMIN_PASSWORD, locationType, pattern, patternNames, signIn } from './api.fixtures.ts';
import { expectNobodyIn, inDatabase, inDataFolder, interrupt, postmasterOf, serve, until } from './product.fixtures.ts';
import { IN_FULL } from '../testing/fault-rounds.ts';

// Only in npm run faults: it waits for longer than any call should take.
const inFull = IN_FULL ? describe : describe.skip;

inFull('a server', () => {
  it('survives that its Postgres is frozen: waiting calls are answered 503 meanwhile, and all as before then', () =>
    inDataFolder(async (dataDir) => {
      const server = await serve({ DATA_DIR: dataDir, ADMIN_PASSWORD });
      const call = await signIn(server.url);
      const type = await locationType(call);
      const add = async (name: string): Promise<number> =>
        (await call('POST', '/api/admin/entity-patterns', pattern(name, type))).status;
      expect(await add('Riverton')).toBe(201);

      const thaw = await freezePostgres(dataDir);
      try {
        const early: number[] = [];
        const reading = Array.from({ length: 20 }, async () => {
          const { status } = await call('GET', '/api/podcasts/recent');
          early.push(status);

          return status;
        });
        const writing = add('Okapi');
        // Those that hold the connections wait for Postgres, the others no longer than for their turn.
        await until(() => early.length >= 10);
        expect(new Set(early)).toEqual(new Set([503]));
        expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
        thaw();

        for (const status of await Promise.all(reading)) expect([200, 503]).toContain(status);
        const written = await writing;
        expect([201, 503]).toContain(written);
        await until(async () => (await fetch(`${server.url}/health/ready`)).ok);
        expect(await add('Ada Lovelace')).toBe(201);
        const acknowledged = ['Ada Lovelace', ...(written === 201 ? ['Okapi'] : []), 'Riverton'];
        expect(await patternNames(call)).toEqual(expect.arrayContaining(acknowledged));
      } finally {
        thaw();
      }
      interrupt(server);
      expect(await server.ended).toMatchObject({ code: 0 });
      await expectNobodyIn(dataDir);
    }));
});

/** Stops every process of this Postgres where it stands, as a hanging disk does; returns what lets them go on. */
async function freezePostgres(dataDir: string): Promise<() => void> {
  const main = (await postmasterOf(dataDir))?.process.pid;
  if (main === undefined) throw new Error('no Postgres runs');
  const others = await inDatabase<{ pid: number }>(dataDir, 'select pid from pg_stat_activity');
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of [main, ...others.map(({ pid }) => pid)]) signalOne(pid, name);
  };
  signal('SIGSTOP');

  return () => signal('SIGCONT');
}

function signalOne(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // The connection that listed the others has ended.
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}
