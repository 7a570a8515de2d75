import { describe, expect, it } from '@jest/globals';
import { LoopbackEventStore } from '@earmark/projections/kit/event-log/testing/loopback-eventstore';
import { TcpProxy } from '@earmark/projections/kit/event-log/testing/tcp-proxy';
import { command } from './commands.fixtures.ts';
import { expectOnce, imported, libraryBeside, verified } from './library.fixtures.ts';
import { crash, inDataFolder, start, until } from './product.fixtures.ts';
import type { Environment } from './product.fixtures.ts';
import { IN_FULL } from '../testing/fault-rounds.ts';

/** Breaks connections by what was recorded, since a busy machine would get nothing done between breaks by the clock. */
const EVENTS_PER_DROP = 10;
const POLL_MS = 50;
const STACK = /^ +at /m;

describe('an import into EventStoreDB', () => {
  it('over breaking connections, and killed, leaves everything recorded exactly once', () =>
    inDataFolder((dataDir) =>
      behindBreakingConnections(async ({ store, drops, calm, environment }) => {
        const library = await libraryBeside(dataDir, { episodes: 60, seed: 1_957 });
        const product: Environment = { DATA_DIR: dataDir, ...environment };
        await untilWhole(['import', library.names], product);
        for (const andDatabase of IN_FULL ? [true, false] : [true]) {
          const enough = store.storage.all.length + 40;
          const importing = start('earmark', ['import', library.folder], product);
          await until(() => importing.hasEnded() || store.storage.all.length > enough);
          await crash(importing, dataDir, { andDatabase });
        }

        const dropped = drops();
        await untilWhole(['import', library.folder], product);
        expect(drops()).toBeGreaterThan(dropped);
        calm();
        await expectOnce(library, dataDir);
        expect(await verified(product)).toMatchObject({ mentions_mention: library.segments });

        const recorded = ours(store);
        expect(recorded.filter((event, index) => recorded.indexOf(event) !== index)).toEqual([]);
        await imported(library, product);
        expect(ours(store)).toEqual(recorded);
      }),
    ));
});

/** A command may give up when every attempt is cut off; it says so, and the next run continues where it stopped. */
async function untilWhole(words: readonly string[], environment: Environment): Promise<void> {
  for (;;) {
    const { code, stderr } = await command(words, environment);
    // 2: names that it recorded before it gave up are reported as existing.
    if (code === 0 || code === 2) return;
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/(does|did) not answer/) });
    expect(stderr).not.toMatch(STACK);
  }
}

interface BreakingConnections {
  readonly store: LoopbackEventStore;
  readonly environment: Environment;
  /** Number of times that all connections have been cut. */
  readonly drops: () => number;
  /** Stops cutting connections. */
  readonly calm: () => void;
}

async function behindBreakingConnections(work: (connections: BreakingConnections) => Promise<void>): Promise<void> {
  const store = await LoopbackEventStore.start();
  const proxy = await TcpProxy.before('127.0.0.1', store.port);
  let drops = 0;
  let recorded = 0;
  const breaking = setInterval(() => {
    if (store.storage.all.length < recorded + EVENTS_PER_DROP) return;
    recorded = store.storage.all.length;
    proxy.drop();
    drops += 1;
  }, POLL_MS);
  try {
    await work({
      store,
      environment: { EVENTSTORE_URL: `esdb://127.0.0.1:${proxy.port}?tls=false` },
      drops: () => drops,
      calm: () => clearInterval(breaking),
    });
  } finally {
    clearInterval(breaking);
    await proxy.down();
    store.stop();
  }
}

/** Our events by stream and id; a repeated append would appear twice. */
const ours = ({ storage }: LoopbackEventStore): string[] =>
  storage.all.filter(({ stream }) => !stream.startsWith('$')).map(({ stream, type, id }) => `${stream} ${type} ${id}`);
