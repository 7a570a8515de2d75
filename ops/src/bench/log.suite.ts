import { openLog } from '@earmark/projections/event-log';
import { appendRate, bareInsertRate, deliveryLatencies, readRates, roundTripMs } from './append-rates.ts';
import { fdatasyncPerSecond } from './fdatasync-probe.ts';
import { liveLag, type LiveLag } from './live-lag.ts';
import { nodeRates, type NodeRates } from './node-rates.ts';
import { median, percentile, shown } from '../suites/statistics.ts';
import type { Bench, Bound, Result, SuiteOutcome } from '../suites/suite.ts';
import { queryOnce } from '../suites/workspace.ts';

/** A round whose two probes differ by more says more about other load than about the log. */
const PROBES_DIFFER = 2;

interface Round {
  /** Mean of before and after. */
  readonly disk: number;
  readonly isSteady: boolean;
  readonly bare: number;
  readonly one: number;
  readonly eight: number;
  readonly hundred: number;
  readonly eightHundred: number;
  /** ms at the median, of one writer. */
  readonly appendMs: number;
  /** Processor time of the client, per append. */
  readonly clientMs: number;
  readonly hundredClientMs: number;
}

export async function logSuite(bench: Bench): Promise<SuiteOutcome> {
  const { workspace, quick, say } = bench;
  const lease = await workspace.leasePostgres('log');
  const log = await openLog({ eventstoreUrl: null, databaseUrl: lease.url });
  const rounds: Round[] = [];
  // One extra round to warm up.
  for (let number = 0; number <= bench.rounds; number++) {
    say(number === 0 ? 'warming up' : `round ${number} of ${bench.rounds}`);
    const round = await measureRound(bench, lease.url, log);
    if (number > 0) rounds.push(round);
  }
  const tripMs = await roundTripMs(lease.url);
  say('reading');
  const reads = [];
  for (let number = 0; number < bench.rounds; number++) reads.push(await readRates(log, lease.url));
  const latencies = await deliveryLatencies(log, quick ? 50 : 300);
  await log.close();
  const nodeUrl = process.env['EVENTSTORE_URL'] || null;
  const node = nodeUrl === null ? null : await nodeRates(bench, nodeUrl);

  say('live lag of the read models');
  await queryOnce(lease.url, 'create database bench_lag');
  const lagUrl = new URL(lease.url);
  lagUrl.pathname = '/bench_lag';
  const lag = await liveLag(lagUrl.href, quick ? 200 : 3_000);

  const steady = rounds.filter(({ isSteady }) => isSteady);
  const kept = steady.length > 0 ? steady : rounds;
  const dropped = rounds.length - kept.length;

  return {
    notes: [
      'Events of 1 KB, fsync on, writers in one process (appends that wait share a commit), client and server on the same cores.',
      `fdatasync of 8 KiB by one writer: ${rounds.map(({ disk }) => shown(disk)).join(', ')} per second in the rounds${steady.length === 0 ? '; **the disk was never steady, so no round was dropped**' : dropped > 0 ? `; ${dropped} rounds dropped because the disk speed changed by more than ${PROBES_DIFFER} times` : ''}.`,
      `Absent: pgbench (not among the embedded binaries; a bare INSERT by the same client stands in)${node ? '' : ', EventStoreDB (EVENTSTORE_URL names no node)'}.`,
    ],
    results: [
      ...appendResults(kept, tripMs),
      ...readResults(reads, latencies),
      ...(node ? nodeResults(node, kept, { reads, latencies }) : []),
      ...lagResults(lag, tripMs, percentile(latencies, 0.5)),
    ],
  };
}

async function measureRound(bench: Bench, url: string, log: Awaited<ReturnType<typeof openLog>>): Promise<Round> {
  const seconds = bench.quick ? 0.5 : 2;
  const probe = () => fdatasyncPerSecond(bench.workspace.folder, bench.quick ? 0.3 : 1);
  const before = probe();
  const bare = await bareInsertRate(url, seconds);
  const one = await appendRate(log, { writers: 1, batch: 1, seconds });
  const eight = await appendRate(log, { writers: 8, batch: 1, seconds });
  const hundred = await appendRate(log, { writers: 1, batch: 100, seconds });
  const eightHundred = await appendRate(log, { writers: 8, batch: 100, seconds });
  const after = probe();

  return {
    disk: (before + after) / 2,
    isSteady: Math.max(before, after) <= PROBES_DIFFER * Math.min(before, after),
    bare,
    one: one.eventsPerSecond,
    eight: eight.eventsPerSecond,
    hundred: hundred.eventsPerSecond,
    eightHundred: eightHundred.eventsPerSecond,
    appendMs: median(one.latencies),
    clientMs: one.clientMs,
    hundredClientMs: hundred.clientMs,
  };
}

type Rate = 'disk' | 'bare' | 'one' | 'eight' | 'hundred' | 'eightHundred';

function appendResults(rounds: readonly Round[], tripMs: number): Result[] {
  const of = (rate: Rate | 'appendMs' | 'clientMs' | 'hundredClientMs') => median(rounds.map((round) => round[rate]));
  const diskMs = 1000 / of('disk');
  const bareMs = 1000 / of('bare');
  const split = `an append takes ${shown(of('appendMs'))} ms at the median: the disk alone ${shown(diskMs)} ms, an empty query to Postgres ${shown(tripMs)} ms, a bare INSERT with its commit ${shown(bareMs)} ms, the client's processor ${shown(of('clientMs'))} ms; the rest is the function with its lock, two look-ups and the NOTIFY.`;
  const row = (
    what: string,
    rate: Rate,
    peer: Rate,
    peerName: string,
    bound: Bound | null,
    reason = split,
  ): Result => ({
    goal: bound === null ? null : 'C1',
    what,
    ours: `${shown(of(rate))} events/s`,
    against: `${peerName}: ${shown(of(peer))}/s`,
    score: median(rounds.map((round) => round[rate] / round[peer])),
    unit: '×',
    bound,
    reason,
  });

  return [
    row('append, 1 writer', 'one', 'disk', 'fdatasync', { atLeast: 0.25 }),
    row('append, 1 writer', 'one', 'bare', 'bare INSERT', { atLeast: 0.5 }),
    row(
      'append, 8 writers',
      'eight',
      'one',
      '1 writer',
      { atLeast: 1.1 },
      `waiting appends share a commit, so what remains is the work per event on the server's core; ${split}`,
    ),
    row(
      'append in batches of 100, 1 writer',
      'hundred',
      'one',
      'single events',
      { atLeast: 15 },
      `a batch of 100 takes ${shown(100_000 / of('hundred'))} ms: ${shown(of('hundredClientMs'))} ms of it on the client's processor, ${shown(diskMs)} ms on the disk, the rest in Postgres (two unique indexes, the bytes counted). The work per event is the limit, and a single append has become cheap; ${split}`,
    ),
    row('append in batches of 100, 8 writers', 'eightHundred', 'one', 'single events', null),
  ];
}

function readResults(reads: readonly { read: number; copy: number }[], latencies: readonly number[]): Result[] {
  return [
    {
      goal: null,
      what: 'read the whole log',
      ours: `${shown(median(reads.map(({ read }) => read)))} events/s`,
      against: `COPY out, unread: ${shown(median(reads.map(({ copy }) => copy)))}/s`,
      score: median(reads.map(({ read, copy }) => read / copy)),
      unit: '×',
      bound: null,
      reason: null,
    },
    {
      goal: null,
      what: 'append answered → subscriber has it',
      ours: `p50 ${shown(percentile(latencies, 0.5))} ms, p95 ${shown(percentile(latencies, 0.95))} ms`,
      against: '',
      score: null,
      unit: 'ms',
      bound: null,
      reason: null,
    },
  ];
}

function nodeResults(
  node: NodeRates,
  rounds: readonly Round[],
  { reads, latencies }: { reads: readonly { read: number }[]; latencies: readonly number[] },
): Result[] {
  const row = (what: string, ours: number, embedded: number): Result => ({
    goal: null,
    what: `on EventStoreDB: ${what}`,
    ours: `${shown(ours)} events/s`,
    against: `the log in Postgres: ${shown(embedded)}/s`,
    score: ours / embedded,
    unit: '×',
    bound: null,
    reason: null,
  });
  const of = (rate: Rate) => median(rounds.map((round) => round[rate]));

  return [
    row('append, 1 writer', node.one, of('one')),
    row('append, 8 writers', node.eight, of('eight')),
    row('append in batches of 100, 1 writer', node.hundred, of('hundred')),
    row('append in batches of 100, 8 writers', node.eightHundred, of('eightHundred')),
    row('read the whole log', node.read, median(reads.map(({ read }) => read))),
    {
      goal: null,
      what: 'on EventStoreDB: append answered → subscriber has it',
      ours: `p50 ${shown(percentile(node.latencies, 0.5))} ms, p95 ${shown(percentile(node.latencies, 0.95))} ms`,
      against: `the log in Postgres: p50 ${shown(percentile(latencies, 0.5))} ms`,
      score: null,
      unit: 'ms',
      bound: null,
      reason: null,
    },
  ];
}

function lagResults({ live, polling, answered }: LiveLag, tripMs: number, deliveryMs: number): Result[] {
  const row = (share: number, name: string, atMost: number): Result => {
    const ours = percentile(live, share);
    const peer = percentile(polling, share);
    return {
      goal: 'B5',
      what: `append sent → read models committed, ${name}, 100 events/s`,
      ours: `${shown(ours)} ms`,
      against: `polling every 50 ms: ${shown(peer)} ms (${shown(peer / ours)} × ours)`,
      score: ours,
      unit: 'ms',
      bound: { atMost },
      reason: `the append is answered after ${shown(percentile(answered, share))} ms (${name}), a subscriber has it ${shown(deliveryMs)} ms later (p50); the rest is one transaction of all projectors, whose statements go to Postgres one after the other (an empty one takes ${shown(tripMs)} ms), while this process, the projections' thread and Postgres share the cores. Best of this run: ${shown(percentile(live, 0))} ms.`,
    };
  };

  return [row(0.5, 'p50', 3), row(0.99, 'p99', 15)];
}
