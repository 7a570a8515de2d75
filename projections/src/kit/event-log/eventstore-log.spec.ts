import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventStoreDBClient } from '@eventstore/db-client';
import pg from 'pg';
import { describeEventLog } from './event-log.contract.ts';
import { LogUnavailable } from './event-log.ts';
import type { EventLog, RecordedEvent } from './event-log.ts';
import { openEventStoreLog } from './eventstore-log.ts';
import { openLog } from './open-log.ts';
import { CATEGORIES, Follower, collect, events, newStream, until } from './testing/log-fixtures.ts';
import { LoopbackEventStore } from './testing/loopback-eventstore.ts';
import { TcpProxy } from './testing/tcp-proxy.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { writeAs } from '../../testing/neighbour.ts';
import type { ForeignEvent } from '../../testing/neighbour.ts';

async function openAt(host: string, port: number, stop: () => void) {
  const proxy = await TcpProxy.before(host, port);
  const database = await createTestDatabase();
  const connectionString = `esdb://${host}:${port}?tls=false`;
  const connection = (at: string) => ({
    connectionString: `esdb://${at}?tls=false`,
    pageSize: 100,
    categories: CATEGORIES,
    databaseUrl: database.url,
  });
  const log = await openEventStoreLog(connection(`127.0.0.1:${proxy.port}`));
  const impatient = await openEventStoreLog({ ...connection(`127.0.0.1:${proxy.port}`), knownWithinMs: 500 });
  const other = await openEventStoreLog(connection(`${host}:${port}`));

  const neighbour = EventStoreDBClient.connectionString(connectionString);

  return {
    log,
    impatient,
    other,
    proxy,
    writePast: (stream: string, event: ForeignEvent) => writeAs(neighbour, stream, event),
    close: async () => {
      await Promise.all([log.close(), impatient.close(), other.close(), neighbour.dispose()]);
      await proxy.down();
      await database.drop();
      stop();
    },
  };
}

describeEventLog(
  'a loopback server of EventStoreDB',
  async () => {
    const server = await LoopbackEventStore.start();

    return openAt('127.0.0.1', server.port, () => server.stop());
  },
  { isShared: true },
);

const nodeUrl = process.env.EVENTSTORE_URL;
// Without EVENTSTORE_URL there is no real node to test.
(nodeUrl ? describe : describe.skip)('on the node that EVENTSTORE_URL names', () => {
  const open = () => {
    const [, host, port] = /^esdb:\/\/(?:[^@]*@)?([^:/?,]+)(?::(\d+))?\/?\?.*tls=false/i.exec(nodeUrl ?? '') ?? [];
    if (!host)
      throw new Error('for the tests, EVENTSTORE_URL must name one node without TLS: esdb://host:2113?tls=false');

    return openAt(host, Number(port ?? 2113), () => undefined);
  };
  describeEventLog('EventStoreDB', open, { isShared: true });
});

describe('the event log on EventStoreDB, beyond the contract', () => {
  let server: LoopbackEventStore;
  let log: EventLog;
  beforeAll(async () => {
    server = await LoopbackEventStore.start();
    log = await openLog({ eventstoreUrl: `esdb://127.0.0.1:${server.port}?tls=false`, databaseUrl: '' });
  });
  afterAll(async () => {
    await log.close();
    server.stop();
  });

  it('is empty while the server holds only its own events', async () => {
    expect([await log.head(), await log.id()]).toEqual([0n, null]);
  });

  it('cancels a subscription on the server when it is aborted or the log is closed', async () => {
    const aborted = new Follower(log, { after: 0n });
    await aborted.until(({ isCaughtUp }) => isCaughtUp);
    const closing = await openEventStoreLog({ connectionString: `esdb://127.0.0.1:${server.port}?tls=false` });
    const closed = new Follower(closing, { after: 0n });
    await closed.until(({ isCaughtUp }) => isCaughtUp);
    const before = server.subscriptions;
    await aborted.stop();
    await closing.close();
    await closed.done;
    await until(() => server.subscriptions === 0);

    expect(before).toBe(2);
  });

  it('knows the head even after the server has written events of its own', async () => {
    const { position } = await log.append(newStream('series'), events(1), 'no-stream');
    for (let append = 0; append < 8; append++)
      server.storage.append('$stats', 'any', [
        { id: '', type: '$statsCollected', contentType: '', data: Buffer.from('{}'), metadata: new Uint8Array() },
      ]);

    expect(await log.head()).toBe(position);
  });

  it.each(['kurrentdb', 'esdb'])('accepts an address that begins with %s://', async (scheme) => {
    const opened = await openEventStoreLog({ connectionString: `${scheme}://127.0.0.1:${server.port}?tls=false` });

    expect(await opened.head()).toBe(await log.head());
    await opened.close();
  });

  it('finds events by id and time in a log that has replaced the one it had looked into', async () => {
    const database = await createTestDatabase();
    await withTablesOfAnEarlierVersion(database.url);
    const replacement = await LoopbackEventStore.start();
    const open = (port: number) =>
      openEventStoreLog({ connectionString: `esdb://127.0.0.1:${port}?tls=false`, databaseUrl: database.url });
    const [before, after] = [await open(server.port), await open(replacement.port)];
    const [first, second, third] = [events(3), events(1), events(1)];
    await before.append(newStream(), first, 'no-stream');
    // As after a restore: the same first event, so the same log, but other events at other places.
    const origin = await collect(log.readAll({ limit: 1 }));
    const [{ id, type, data, metadata }] = origin as [RecordedEvent];
    await after.append(newStream(), [{ id, type, data, metadata }], 'no-stream');
    await after.append(newStream(), [...events(20), ...second], 'no-stream');
    const outcomes = [await before.find(first[2]!.id), await after.find(second[0]!.id)];
    await after.append(newStream(), third, 'no-stream');
    outcomes.push(await after.find(third[0]!.id), await after.find(first[2]!.id), await after.lastBy(new Date('2030')));
    await Promise.all([before.close(), after.close()]);
    replacement.stop();
    await database.drop();

    expect(outcomes.map((event) => event?.id)).toEqual(
      [first[2], second[0], third[0], undefined, third[0]].map((event) => event?.id),
    );
  });

  it('names a stream that was deleted for good on the server', async () => {
    const stream = newStream('series');
    await log.append(stream, events(1), 'no-stream');
    server.storage.deleted.add(stream);
    const named = {
      name: 'StreamDeleted',
      message: expect.stringContaining(`The stream ${stream} was deleted for good`),
    };

    await expect(collect(log.readStream(stream))).rejects.toMatchObject(named);
    await expect(log.append(stream, events(1), 0)).rejects.toMatchObject(named);
  });

  it('cannot be opened when no server answers', async () => {
    const opening = openEventStoreLog({ connectionString: 'esdb://admin:secret@127.0.0.1:1?tls=false' });

    await expect(opening).rejects.toThrow(LogUnavailable);
    await expect(opening).rejects.toThrow(/esdb:\/\/127\.0\.0\.1:1 does not answer/);
  });

  it.each([
    ['another scheme', 'http://admin:secret@127.0.0.1:2113'],
    ['no host', 'esdb://'],
    ['a port that is not a number', 'esdb://admin:secret@127.0.0.1:port'],
    ['an option without a value', 'esdb://admin:secret@127.0.0.1:2113?tls'],
    ['TLS without a user', 'esdb://127.0.0.1:2113'],
    ['appends that fail silently', 'esdb://admin:secret@127.0.0.1:2113?tls=false&throwOnAppendFailure=false'],
  ])('says what is wrong with %s without revealing the password', async (_, connectionString) => {
    const opening = openEventStoreLog({ connectionString });

    await expect(opening).rejects.toThrow(/^EVENTSTORE_URL /);
    await expect(opening).rejects.not.toThrow(/secret/);
    await expect(opening).rejects.not.toBeInstanceOf(LogUnavailable);
  });
});

/** They do not know correlation ids. */
async function withTablesOfAnEarlierVersion(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `create schema log_place;
     create table log_place.event (position bigint not null primary key, id uuid not null, at text not null);
     create table log_place.reached (only_row boolean primary key, log_id uuid, position bigint, event_id uuid);`,
  );
  await client.end();
}
