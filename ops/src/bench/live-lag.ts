import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openLog } from '@earmark/projections/event-log';
import { CHECKPOINT_CHANNEL } from '@earmark/projections/runner';
import { episodeAdded, id, record, seriesAdded } from '@earmark/projections/testing';
import pg from 'pg';
import { z } from 'zod';

const PER_SECOND = 100;
const POLL_MS = 50;
const PATIENCE_MS = 30_000;
const Head = z.tuple([z.object({ head: z.string().transform(BigInt) })]);

/** Positions committed, with their times. */
type Passed = { position: bigint; at: number }[];

export interface LiveLag {
  /** ms from sending an append to the commit of all read models. */
  readonly live: readonly number[];
  /** The same events, for a reader that polls every 50 ms and commits one row. */
  readonly polling: readonly number[];
  /** ms until the append was answered. */
  readonly answered: readonly number[];
}

/** Appends 100 events a second while the projections run in a separate thread, as they do in the server. */
export async function liveLag(url: string, events: number): Promise<LiveLag> {
  const log = await openLog({ eventstoreUrl: null, databaseUrl: url });
  await record(log, `series-${id('series')}`, seriesAdded());
  const runner = new Worker(new URL(import.meta.resolve('@earmark/projections/main')), {
    workerData: { databaseUrl: url, eventstoreUrl: null },
  });
  const listener = new pg.Client({ connectionString: url });
  // A lost connection shows up as an event that is never passed.
  listener.on('error', () => undefined);
  await listener.connect();
  await listener.query(`listen ${CHECKPOINT_CHANNEL}`);
  const live: Passed = [];
  listener.on('notification', ({ payload }) => {
    if (payload) live.push({ position: BigInt(payload.split(' ', 1)[0] ?? ''), at: performance.now() });
  });
  await untilPassed(live, await log.head());
  const polling = await startPolling(url);
  const sent: Promise<{ at: number; answeredAt: number; position: bigint }>[] = [];
  const start = performance.now();
  for (let number = 1; number <= events; number++) {
    await sleep(Math.max(0, start + (number * 1000) / PER_SECOND - performance.now()));
    const at = performance.now();
    const appending = log.append(
      `episode-${id('episode', number)}`,
      [episodeAdded(number, `Episode ${number}`)],
      'no-stream',
    );
    sent.push(appending.then(({ position }) => ({ at, answeredAt: performance.now(), position })));
  }
  const appended = await Promise.all(sent);
  await untilPassed(live, await log.head());
  await untilPassed(polling.passed, await log.head());
  await polling.stop();
  await listener.end();
  const ended = new Promise<void>((resolve) => runner.once('exit', () => resolve()));
  runner.postMessage('stop');
  await ended;
  await log.close();
  const lags = (passed: Passed) =>
    appended.map(({ at, position }) => passed.find((one) => one.position >= position)!.at - at);

  return {
    live: lags(live),
    polling: lags(polling.passed),
    answered: appended.map(({ at, answeredAt }) => answeredAt - at),
  };
}

async function untilPassed(passed: Passed, head: bigint): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(5))
    if (passed.some(({ position }) => position >= head)) return;
  throw new Error(`the read models did not reach ${head}`);
}

/** The simple way: polls the head on a timer and commits one row when it has moved. */
async function startPolling(url: string): Promise<{ passed: Passed; stop(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('create table bench_poll (position bigint)');
  const passed: Passed = [];
  let stopped = false;
  const polling = (async () => {
    for (let last = 0n; !stopped; await sleep(POLL_MS)) {
      const [{ head }] = Head.parse(
        (await client.query('select coalesce(max(position), 0) as head from log.event')).rows,
      );
      if (head === last) continue;
      await client.query('insert into bench_poll (position) values ($1)', [head.toString()]);
      passed.push({ position: head, at: performance.now() });
      last = head;
    }
  })();

  return {
    passed,
    stop: async () => {
      stopped = true;
      await polling;
      await client.end();
    },
  };
}
