import type { EventStoreDBClient } from '@eventstore/db-client';
import type { LoopbackEventStore } from '../kit/event-log/testing/loopback-eventstore.ts';
import { TcpProxy } from '../kit/event-log/testing/tcp-proxy.ts';

/** A loopback EventStoreDB whose connections can be cut, with a second application that writes to it. */
export interface SharedEventStore {
  /** For EVENTSTORE_URL; through `proxy`. */
  readonly url: string;
  readonly proxy: TcpProxy;
  /** Stores one event past Earmark, with `metadata` as its bytes. */
  write(stream: string, event: ForeignEvent): Promise<void>;
  /** Copies the files of the server; the result restores it from the copy, while nobody is connected. */
  copy(): () => Promise<void>;
  close(): Promise<void>;
}

export interface ForeignEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: string;
}

/** The client of the server takes a while to load, so only specs that use it do. */
export async function startSharedEventStore(): Promise<SharedEventStore> {
  const { LoopbackEventStore: Server } = await import('../kit/event-log/testing/loopback-eventstore.ts');
  const { EventStoreDBClient: Client } = await import('@eventstore/db-client');
  const server: LoopbackEventStore = await Server.start();
  const proxy = await TcpProxy.before('127.0.0.1', server.port);
  const client = Client.connectionString(`esdb://127.0.0.1:${server.port}?tls=false`);

  return {
    url: `esdb://127.0.0.1:${proxy.port}?tls=false`,
    proxy,
    write: async (stream, event) => writeAs(client, stream, event),
    copy: () => {
      const { length } = server.storage.all;

      return async () => {
        await proxy.down();
        server.storage.goBackTo(length);
        await proxy.up();
      };
    },
    close: async () => {
      await client.dispose();
      await proxy.down();
      server.stop();
    },
  };
}

/** With credentials the client makes a call per append, as in the adapter. */
export async function writeAs(
  client: EventStoreDBClient,
  stream: string,
  { data, metadata, ...event }: ForeignEvent,
): Promise<void> {
  const written = {
    ...event,
    contentType: 'application/json' as const,
    data: { ...Object(data) },
    metadata: Buffer.from(metadata),
  };
  await client.appendToStream(stream, written, { credentials: { username: 'nobody', password: 'none' } });
}
