import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventStoreDBClient } from '@eventstore/db-client';
import { describeEventLog } from './event-log.contract.ts';
import { LogUnavailable } from './event-log.ts';
import type { EventLog } from './event-log.ts';
import { openEventStoreLog } from './eventstore-log.ts';
import { openLog } from './open-log.ts';
import { CATEGORIES, Follower, events, newStream, until } from './testing/log-fixtures.ts';
import { LoopbackEventStore } from './testing/loopback-eventstore.ts';
import { TcpProxy } from './testing/tcp-proxy.ts';
import { writeAs } from '../../testing/neighbour.ts';
import type { ForeignEvent } from '../../testing/neighbour.ts';

async function openAt(host: string, port: number, stop: () => void) {
  const proxy = await TcpProxy.before(host, port);
  const connectionString = `esdb://${host}:${port}?tls=false`;
  const connection = (at: string) => ({
    connectionString: `esdb://${at}?tls=false`,
    pageSize: 100,
    categories: CATEGORIES,
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
