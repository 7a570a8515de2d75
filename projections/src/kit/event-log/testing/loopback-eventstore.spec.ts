import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  EventStoreDBClient,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  StreamNotFoundError,
  UnavailableError,
  WrongExpectedVersionError,
  jsonEvent,
  streamNameFilter,
} from '@eventstore/db-client';
import { collect, newStream } from './log-fixtures.ts';
import { LoopbackEventStore } from './loopback-eventstore.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** The expected answers are those of EventStoreDB 23.10.8 to the same client. */
describe('the loopback server of EventStoreDB', () => {
  let server: LoopbackEventStore;
  let client: EventStoreDBClient;
  beforeAll(async () => {
    server = await LoopbackEventStore.start();
    client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${server.port}?tls=false`);
  });
  afterAll(async () => {
    await client.dispose();
    server.stop();
  });
  const happened = (text = 'hello') => jsonEvent({ id: randomUUID(), type: 'Happened', data: { text } });
  const refusal = (appending: Promise<unknown>) =>
    appending.then(
      () => 'stored',
      (error: unknown) => error,
    );

  // With credentials the client makes a call per append; without, appends share one stream.
  describe.each([
    ['the call with one append', { username: 'a', password: 'b' }],
    ['the stream that appends share', undefined],
  ])('in %s', (_, credentials) => {
    it('refuses appends with a wrong expectation and reports the actual revision', async () => {
      const stream = newStream();
      const missing = await refusal(
        client.appendToStream(stream, happened(), { expectedRevision: STREAM_EXISTS, credentials }),
      );
      await client.appendToStream(stream, [happened(), happened()], { expectedRevision: NO_STREAM, credentials });
      const taken = await refusal(
        client.appendToStream(stream, happened(), { expectedRevision: NO_STREAM, credentials }),
      );
      const old = await refusal(client.appendToStream(stream, happened(), { expectedRevision: 0n, credentials }));

      for (const [error, actualVersion] of [
        [missing, 'no_stream'],
        [taken, 1n],
        [old, 1n],
      ]) {
        expect(error).toBeInstanceOf(WrongExpectedVersionError);
        expect(error).toMatchObject({ actualVersion });
      }
    });

    it('stores the same ids with the same expectation once', async () => {
      const stream = newStream();
      const batch = [happened(), happened()];
      const first = await client.appendToStream(stream, batch, { expectedRevision: NO_STREAM, credentials });
      const second = await client.appendToStream(stream, batch, { expectedRevision: NO_STREAM, credentials });

      expect(second).toEqual(first);
      expect(await collect(client.readStream(stream))).toHaveLength(2);
    });

    it('accepts 900 kB and refuses 1.2 MB', async () => {
      const stream = newStream();
      await client.appendToStream(stream, happened('x'.repeat(900_000)), { credentials });
      const error = await refusal(client.appendToStream(stream, happened('x'.repeat(1_200_000)), { credentials }));

      expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
      expect(await collect(client.readStream(stream))).toHaveLength(1);
    });
  });

  it('reports that a stream does not exist', async () => {
    await expect(collect(client.readStream(newStream()))).rejects.toBeInstanceOf(StreamNotFoundError);
  });

  it('sends a filtered subscription the matches, one confirmation, one caught-up, and checkpoints across the rest', async () => {
    const kept = newStream('kept');
    const batch = Array.from({ length: 500 }, () => happened());
    for (let append = 0; append < 4; append++) await client.appendToStream(newStream('rest'), batch);
    await client.appendToStream(kept, [happened(), happened()]);
    const counts = { confirmation: 0, caughtUp: 0, checkpoints: 0 };
    const filter = streamNameFilter({ prefixes: ['kept-'], checkpointReached: () => void counts.checkpoints++ });
    const subscription = client.subscribeToAll({ filter });
    subscription.on('confirmation', () => counts.confirmation++);
    subscription.on('caughtUp', () => {
      counts.caughtUp++;
      void client.appendToStream(kept, happened());
    });
    const seen: (bigint | undefined)[] = [];
    for await (const { event } of subscription) if (seen.push(event?.revision) === 3) break;
    await subscription.unsubscribe();

    expect(seen).toEqual([0n, 1n, 2n]);
    expect(counts).toMatchObject({ confirmation: 1, caughtUp: 1 });
    expect(counts.checkpoints).toBeGreaterThan(50);
  });

  it('ends subscriptions with UnavailableError when it is killed', async () => {
    const proxy = await TcpProxy.before('127.0.0.1', server.port);
    const other = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${proxy.port}?tls=false`);
    const subscription = other.subscribeToAll();
    subscription.on('caughtUp', () => void proxy.down());

    await expect(collect(subscription)).rejects.toBeInstanceOf(UnavailableError);
    const credentials = { username: 'a', password: 'b' };
    await expect(other.appendToStream(newStream(), happened(), { credentials })).rejects.toBeInstanceOf(
      UnavailableError,
    );
    await other.dispose();
  });
});
