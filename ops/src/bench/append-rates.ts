import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog, NewEvent } from '@earmark/projections/event-log';
import { event } from '@earmark/projections/testing';
import pg from 'pg';
import { timed } from '../suites/statistics.ts';

/** About 1 KB of JSON, as in the measurements of the event log's prototype. */
const TEXT = 'a mention of somebody, somewhere '.repeat(28);
/** None of a library's streams. */
export const BENCH_CATEGORY = 'bench';
const benchEvent = (): NewEvent => event('BenchRecorded', { text: TEXT });

export interface AppendRate {
  readonly eventsPerSecond: number;
  /** Of each append, in ms. */
  readonly latencies: readonly number[];
  /** Processor time of this process per append, in ms: JSON, ids, the protocol of Postgres. */
  readonly clientMs: number;
}

/** Runs `writers` concurrently for `seconds`, each appending sequentially to its own stream. */
export async function appendRate(
  log: EventLog,
  options: { writers: number; batch: number; seconds: number },
): Promise<AppendRate> {
  const { writers, batch, seconds } = options;
  const latencies: number[] = [];
  const start = performance.now();
  const cpu = process.cpuUsage();
  const write = async () => {
    const stream = `${BENCH_CATEGORY}-${randomUUID()}`;
    let expected: number | 'no-stream' = 'no-stream';
    while (performance.now() - start < seconds * 1000) {
      const events = Array.from({ length: batch }, benchEvent);
      const appended = await timed(() => log.append(stream, events, expected));
      expected = appended.value.revision;
      latencies.push(appended.ms);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  const elapsed = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);

  return {
    eventsPerSecond: (latencies.length * batch) / elapsed,
    latencies,
    clientMs: (user + system) / 1000 / latencies.length,
  };
}

/** The minimum work of an append on Postgres: one prepared INSERT of the same bytes and its commit. Per second. */
export async function bareInsertRate(url: string, seconds: number): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      'create table if not exists bench_bare (position bigint primary key, stream text, data json, metadata json)',
    );
    await client.query('truncate bench_bare');
    const { data, metadata } = benchEvent();
    const values = ['bench-bare', JSON.stringify(data), JSON.stringify(metadata)];
    const start = performance.now();
    let count = 0;
    for (; performance.now() - start < seconds * 1000; count++)
      await client.query({
        name: 'bare',
        text: 'insert into bench_bare (position, stream, data, metadata) values ($1, $2, $3, $4)',
        values: [count, ...values],
      });

    return count / ((performance.now() - start) / 1000);
  } finally {
    await client.end();
  }
}

/** Milliseconds of the cheapest query. */
export async function roundTripMs(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ASKED = 500;
  const { ms } = await timed(async () => {
    for (let count = 0; count < ASKED; count++) await client.query({ name: 'one', text: 'select 1', values: [] });
  });
  await client.end();

  return ms / ASKED;
}

/** Events per second of reading the whole log. */
export async function readRate(log: EventLog): Promise<{ events: number; rate: number }> {
  let events = 0;
  const { ms } = await timed(async () => {
    for await (const { position } of log.readAll()) if (position > 0n) events++;
  });

  return { events, rate: events / (ms / 1000) };
}

/** `readRate`, and that of copying the same rows out of Postgres and discarding them. */
export async function readRates(log: EventLog, url: string): Promise<{ read: number; copy: number }> {
  const { events, rate } = await readRate(log);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const copying = await timed(() =>
    client.query(
      'copy (select position, stream, revision, id, type, data, metadata from log.event order by position) to stdout',
    ),
  );
  await client.end();

  return { read: rate, copy: events / (copying.ms / 1000) };
}

/** Milliseconds from an append's answer until a subscriber has the event; negative when the event arrives first. */
export async function deliveryLatencies(log: EventLog, count: number): Promise<number[]> {
  const stopping = new AbortController();
  const arrived = new Map<string, number>();
  const subscription = (async () => {
    for await (const delivery of log.subscribe({ after: await log.head(), signal: stopping.signal }))
      if ('event' in delivery) arrived.set(delivery.event.id, performance.now());
  })();
  await sleep(300);
  const answered = new Map<string, number>();
  for (let index = 0; index < count; index++) {
    const one = benchEvent();
    await log.append(`${BENCH_CATEGORY}-${randomUUID()}`, [one], 'no-stream');
    answered.set(one.id, performance.now());
    await sleep(5);
  }
  await sleep(300);
  stopping.abort();
  await subscription;

  return Array.from(answered, ([id, at]) => {
    const there = arrived.get(id);
    if (there === undefined) throw new Error(`event ${id} never reached the subscriber`);
    return there - at;
  });
}
