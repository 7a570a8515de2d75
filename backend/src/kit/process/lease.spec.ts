import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LeaseLost } from './lease.ts';
import { untilAborted } from './pause.ts';
import { deferred, processDatabase, until, type ProcessDatabase } from './process.fixture.ts';

let database: ProcessDatabase;
beforeAll(async () => {
  database = await processDatabase();
});
afterAll(async () => database.close());

it('lets one server work at a time, and another once the first has finished', async () => {
  const [one, other] = [database.server(), database.server()];
  const first = working();
  const held = one.tryHold('counting', first.work);
  await first.begun;
  expect(await other.tryHold('counting', async () => {})).toBe(false);
  expect(await one.tryHold('counting', async () => {})).toBe(false);
  expect(await other.tryHold('something else', async () => {})).toBe(true);
  first.end();
  expect(await held).toBe(true);
  expect(await other.tryHold('counting', async () => {})).toBe(true);
});

it('returns the result of the work, and releases the lease when the work fails', async () => {
  const [one, other] = [database.server(), database.server()];
  expect(await one.hold('sum', async () => 42)).toBe(42);
  await expect(one.hold('sum', async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await other.hold('sum', async () => 43)).toBe(43);
});

it('stands by, and takes over from a server that is closed', async () => {
  const [one, other] = [database.server(), database.server()];
  const first = working();
  const second = working();
  const ending = new AbortController();
  const kept = one.keep('reading', first.work, ending.signal);
  await first.begun;
  const standby = other.keep('reading', second.work, ending.signal);
  await one.close();
  await expect(first.lost).resolves.toBeInstanceOf(Error);
  first.end();
  await second.begun;
  ending.abort();
  await second.lost;
  second.end();
  await Promise.all([kept, standby]);
});

it('reports a lost connection at once, and returns as the standby', async () => {
  const [one, other] = [database.server(), database.server()];
  const first = working();
  const ending = new AbortController();
  let turns = 0;
  const kept = one.keep(
    'reading',
    async (lost) => (turns++ === 0 ? first.work(lost) : untilAborted(lost)),
    ending.signal,
  );
  await first.begun;
  await database.cutConnections();
  expect(await first.lost).toBeInstanceOf(LeaseLost);
  // Our own work still holds it, so only others may begin.
  expect(await one.tryHold('reading', async () => {})).toBe(false);
  expect(await other.tryHold('reading', async () => {})).toBe(true);
  first.end();
  await until(() => turns === 2);
  expect(await other.tryHold('reading', async () => {})).toBe(false);
  expect(database.reports).toEqual([expect.stringMatching(/^leases: .*; 1 lost$/)]);
  ending.abort();
  await kept;
});

it('takes the lease from a server that hangs', async () => {
  const hanging = database.server({ heartbeatMs: 60_000, silenceMs: 300 });
  const first = working();
  const held = hanging.tryHold('reading', first.work);
  await first.begun;
  const second = working();
  const takenOver = database.server().hold('reading', second.work);
  await second.begun;
  expect(await first.lost).toBeInstanceOf(LeaseLost);
  first.end();
  second.end();
  await Promise.all([held, takenOver]);
});

it('stops waiting when the caller has gone', async () => {
  const [one, other] = [database.server(), database.server()];
  const first = working();
  const held = one.tryHold('reading', first.work);
  await first.begun;
  const gone = new AbortController();
  const waiting = other.hold('reading', async () => 1, gone.signal);
  gone.abort(new Error('the caller has gone'));
  await expect(waiting).rejects.toThrow('the caller has gone');
  first.end();
  await held;
});

/** Work that ends when told to, whether or not its lease was lost. */
function working() {
  const begun = deferred<void>();
  const ended = deferred<void>();
  const lost = deferred<unknown>();

  return {
    begun: begun.promise,
    lost: lost.promise,
    end: () => ended.resolve(),
    work: async (signal: AbortSignal) => {
      signal.addEventListener('abort', () => lost.resolve(signal.reason));
      begun.resolve();
      await ended.promise;
    },
  };
}
