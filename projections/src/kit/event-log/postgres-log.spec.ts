import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { describeEventLog } from './event-log.contract.ts';
import { LogUnavailable, type LogFilter } from './event-log.ts';
import { openLog } from './open-log.ts';
import { openPostgresLog } from './postgres-log.ts';
import { readAllBackwardsPage, type PreparedQuery } from './postgres-pages.ts';
import { Follower, collect, eventOfSize, events, idsOf, newStream, readIds } from './testing/log-fixtures.ts';
import { TcpProxy } from './testing/tcp-proxy.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';

describeEventLog('Postgres', async () => {
  const database = await createTestDatabase();
  const url = new URL(database.url);
  const proxy = await TcpProxy.before(url.hostname, Number(url.port || 5432));
  const proxied = new URL(url);
  proxied.hostname = '127.0.0.1';
  proxied.port = String(proxy.port);
  const log = await openPostgresLog({ connectionString: proxied.href, pageSize: 7 });
  const impatient = await openPostgresLog({ connectionString: proxied.href, knownWithinMs: 500 });
  const other = await openPostgresLog({ connectionString: url.href });

  return {
    log,
    impatient,
    other,
    proxy,
    writePast: async (stream, { id, type, data, metadata }) => {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      await client.query(
        `insert into log.event (position, revision, bytes, id, stream, type, data, metadata)
         select (select max(position) + 1 from log.event), count(*), 100, $2, $1, $3, $4, $5
         from log.event where stream = $1`,
        [stream, id, type, JSON.stringify(data), metadata],
      );
      await client.end();
    },
    close: async () => {
      await Promise.all([log.close(), impatient.close(), other.close()]);
      await proxy.down();
      await database.drop();
    },
  };
});

describe('the event log on Postgres, beyond the contract', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  const open = (pageSize?: number) => openPostgresLog({ connectionString: database.url, pageSize });
  const query = async (sql: string, values: unknown[] = []): Promise<unknown[]> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(sql, values);
    await client.end();

    return rows;
  };
  const terminateOthers = () =>
    query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );

  it('is created, empty, by several processes that start at once', async () => {
    const logs = await Promise.all([open(), open(), open(), open()]);

    expect(await Promise.all(logs.map((log) => log.head()))).toEqual([0n, 0n, 0n, 0n]);
    expect(await logs[0]?.id()).toBeNull();
    await Promise.all(logs.map((log) => log.close()));
  });

  it('counts positions from 1 without a gap, even across refused appends', async () => {
    const log = await openLog({ eventstoreUrl: null, databaseUrl: database.url });
    const after = await log.head();
    const stream = newStream();
    await log.append(stream, events(2), 'no-stream');
    await expect(log.append(stream, events(2), 'no-stream')).rejects.toThrow('is at revision 1');
    await log.append(stream, events(1), 1);
    const positions = (await collect(log.readAll({ after }))).map(({ position }) => position);

    expect(positions).toEqual([after + 1n, after + 2n, after + 3n]);
    await log.close();
  });

  it('keeps JSON as it was written', async () => {
    const log = await open();
    const stream = newStream();
    await log.append(stream, [{ ...events(1)[0]!, data: { z: 1, a: [] } }], 'no-stream');

    expect(await query('select data::text from log.event where stream = $1', [stream])).toEqual([
      { data: '{"z":1,"a":[]}' },
    ]);
    await log.close();
  });

  it('never ends a page inside an append, whatever the filter keeps of it', async () => {
    const log = await open(5);
    const after = await log.head();
    await log.append(newStream(), [...events(4), ...events(4, 'Renamed'), ...events(4)], 'no-stream');
    await log.append(newStream(), events(9), 'no-stream');
    const follower = new Follower(log, { after, filter: { types: ['Happened'] } });
    await follower.until(({ isCaughtUp }) => isCaughtUp);
    await follower.stop();

    expect(follower.events).toHaveLength(17);
    expect(follower.deliveries.filter((delivery) => 'checkpoint' in delivery)).toEqual([]);
    await log.close();
  });

  it('finds the newest events of a category at once, however many others came after them', async () => {
    const log = await open();
    const [first, second] = [newStream('rare'), newStream('rarer')];
    await log.append(first, events(2), 'no-stream');
    await log.append(second, events(2, 'Renamed'), 'no-stream');
    const head = await log.head();
    await query(
      `insert into log.event (position, revision, bytes, id, stream, type, data, metadata)
       select $1 + n, n - 1, 10, gen_random_uuid(), 'common-1', 'Happened', 'null', e.metadata
       from generate_series(1, 20000) n, (select metadata from log.event order by position limit 1) e`,
      [String(head)],
    );
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const ask = async ({ text, values }: PreparedQuery) => (await client.query(text, values)).rows;
    const newest = async (limit: number, filter: LogFilter) =>
      readAllBackwardsPage(ask, { before: head + 20_001n, filter, correlationId: null, limit });
    const both = { streamPrefixes: ['rare-', 'rarer-', 'rare-'] };
    const whole = await newest(50, both);
    expect(whole.end).toBe(0n);
    expect(whole.events.map(({ stream, revision }) => [stream, revision])).toEqual([
      [second, 1],
      [second, 0],
      [first, 1],
      [first, 0],
    ]);
    const part = await newest(3, both);
    expect(idsOf(part.events)).toEqual(idsOf(whole.events.slice(0, 3)));
    expect(part.end).toBe(part.events[2]!.position);
    expect(idsOf((await newest(50, { ...both, types: ['Renamed'] })).events)).toEqual(idsOf(whole.events.slice(0, 2)));
    await client.end();
    expect(idsOf(await collect(log.readAllBackwards({ filter: both })))).toEqual(idsOf(whole.events));
    await log.close();
  });

  it('stores an append once when its connection is terminated in the middle', async () => {
    const log = await open();
    const stream = newStream();
    await log.append(stream, events(1), 'no-stream');
    for (let round = 0; round < 5; round++) {
      const batch = [eventOfSize(300_000), eventOfSize(300_000)];
      const [{ revision }] = await Promise.all([log.append(stream, batch, 2 * round), terminateOthers()]);
      expect(revision).toBe(2 * round + 2);
      expect((await readIds(log, stream)).slice(-2)).toEqual(idsOf(batch));
    }
    await log.close();
  });

  it('wakes a subscriber after its listening connection was terminated', async () => {
    const log = await open();
    const follower = new Follower(log, { after: await log.head() });
    await follower.until(({ isCaughtUp }) => isCaughtUp);
    await terminateOthers();
    await log.append(newStream(), events(2), 'no-stream');
    await follower.until((seen) => seen.events.length === 2);
    await follower.stop();
    await log.close();

    expect(follower.events).toHaveLength(2);
  });

  it('leaves no connection open after a subscription and a closed log', async () => {
    const log = await open();
    const listening = () =>
      query("select 1 from pg_stat_activity where datname = current_database() and query = 'listen earmark_log'");
    const follower = new Follower(log, { after: await log.head() });
    await follower.until(({ isCaughtUp }) => isCaughtUp);
    while ((await listening()).length === 0);
    await follower.stop();
    // The server notices a closed connection a moment later.
    while ((await listening()).length > 0);
    const last = new Follower(log, { after: 0n });
    await log.close();
    await last.done;

    expect(await listening()).toEqual([]);
  });

  it('refuses what the database cannot store without affecting concurrent appends', async () => {
    const log = await open();
    const tooLongForAnIndex = newStream(randomBytes(20_000).toString('hex'));
    const [before, between, after] = await Promise.allSettled([
      log.append(newStream(), events(1), 'no-stream'),
      log.append(tooLongForAnIndex, events(1), 'no-stream'),
      log.append(newStream(), events(1), 'no-stream'),
    ]);

    expect([before.status, between.status, after.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await log.close();
  });

  it('cannot be opened when no database answers or accepts the login', async () => {
    const nowhere = openPostgresLog({ connectionString: 'postgres://nobody:secret@127.0.0.1:1/none' });
    await expect(nowhere).rejects.toThrow(LogUnavailable);
    const missing = new URL(database.url);
    missing.pathname = '/earmark_no_such_database';
    await expect(openPostgresLog({ connectionString: missing.href })).rejects.toThrow(LogUnavailable);
  });

  it.each(['mysql://me:secret@127.0.0.1/db', 'postgres://me:secret@127.0.0.1:port/db', ''])(
    'says that %j is malformed',
    async (connectionString) => {
      const opening = openPostgresLog({ connectionString });

      await expect(opening).rejects.toThrow(/^DATABASE_URL is malformed/);
      await expect(opening).rejects.not.toThrow(/secret/);
    },
  );
});
