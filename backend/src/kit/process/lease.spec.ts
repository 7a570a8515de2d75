import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@earmark/projections/testing';
import pg from 'pg';
import { LeaseLost, Leases, type LeaseTimes } from './lease.ts';

let database: TestDatabase;
const open: Leases[] = [];
const reports: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (leases) => leases.close()));
  reports.length = 0;
});
afterAll(async () => database.drop());

it('lets one server work, and another when the first has ended', async () => {
  const [one, other] = [server(), server()];
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

it('answers what the work answers, and lets go of it when the work fails', async () => {
  const [one, other] = [server(), server()];
  expect(await one.hold('sum', async () => 42)).toBe(42);
  await expect(one.hold('sum', async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await other.hold('sum', async () => 43)).toBe(43);
});

it('stands by, and takes over from a server that is closed', async () => {
  const [one, other] = [server(), server()];
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

it('says at once that its connection was lost, and comes back as the one who stands by', async () => {
  const [one, other] = [server(), server()];
  const first = working();
  const ending = new AbortController();
  let turns = 0;
  const kept = one.keep(
    'reading',
    async (lost) => (turns++ === 0 ? first.work(lost) : untilAborted(lost)),
    ending.signal,
  );
  await first.begun;
  await cutConnections();
  expect(await first.lost).toBeInstanceOf(LeaseLost);
  // Our own work has not let go of it yet: only others may begin.
  expect(await one.tryHold('reading', async () => {})).toBe(false);
  expect(await other.tryHold('reading', async () => {})).toBe(true);
  first.end();
  while (turns < 2) await delay(10);
  expect(await other.tryHold('reading', async () => {})).toBe(false);
  expect(reports[0]).toMatch(/^leases: .*; 1 lost$/);
  ending.abort();
  await kept;
});

it('puts out a server that hangs', async () => {
  const hanging = server({ heartbeatMs: 60_000, silenceMs: 300 });
  const first = working();
  const held = hanging.tryHold('reading', first.work);
  await first.begun;
  const second = working();
  const takenOver = server().hold('reading', second.work);
  await second.begun;
  expect(await first.lost).toBeInstanceOf(LeaseLost);
  first.end();
  second.end();
  await Promise.all([held, takenOver]);
});

it('gives up waiting when nobody wants it any more', async () => {
  const [one, other] = [server(), server()];
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

function server(times: Partial<LeaseTimes> = {}): Leases {
  const leases = new Leases(database.url, (line) => reports.push(line), { standbyMs: 20, ...times });
  open.push(leases);

  return leases;
}

/** Work that ends when it is told to, whatever has become of its lease. */
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

function deferred<Value>() {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((settle) => (resolve = settle));

  return { promise, resolve };
}

const untilAborted = async (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve()));

async function cutConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'earmark leases' and datname = current_database()`,
  );
  await client.end();
}
