import { createServer, connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStubs, type Stubs } from '@earmark/backend/testing/stubs/stubs';
import { feedUuid } from '@earmark/contracts/kit';
import { seriesFacts } from '@earmark/contracts/series';
import { openLog } from '@earmark/projections/event-log';
import { event } from '@earmark/projections/testing';
import pg from 'pg';
import { z } from 'zod';
import { percentile, shown } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';
import { withProduct } from './product-process.ts';

const FEEDS = 1000;
const QUICK_FEEDS = 40;
/** One host is never asked for two feeds at once. */
const HOSTS = 8;
const POLL_MS = 250;
const MAX_AT_ONCE = 4;
/** How long the publisher takes to answer: without it no two requests would ever meet. */
const ANSWER_MS = 50;

interface Round {
  readonly seconds: number;
  readonly requests: number;
  readonly conditional: number;
  readonly events: number;
}

/** Rounds over many followed feeds on a publisher of this machine, by a running server. */
export async function followSuite(bench: Bench): Promise<SuiteOutcome> {
  const { workspace, say, quick, rounds } = bench;
  const feeds = quick ? QUICK_FEEDS : FEEDS;
  const stubs = await openStubs({ many: feeds });
  stubs.fail('/feeds/many/*', { delayMs: ANSWER_MS });
  const hosts = await Promise.all(Array.from({ length: HOSTS }, async () => openHost(stubs.url)));
  const lease = await workspace.leasePostgres('follow');
  try {
    say(`following ${feeds} feeds`);
    await follow(
      lease.url,
      Array.from({ length: feeds }, (_, index) => `${hosts[index % HOSTS]!.url}/feeds/many/${index + 1}.xml`),
    );
    const measure = async (url: string, peakMb: () => number | null) => {
      const round = async (name: string) => {
        say(name);
        return runRound({ url, databaseUrl: lease.url }, stubs, feeds);
      };
      const first = await round('reading every feed for the first time');
      const unchanged: Round[] = [];
      for (let index = 0; index < rounds; index++) unchanged.push(await round('reading feeds that have not changed'));
      stubs.manyEpisodes++;
      const changed = await round('reading feeds with one new episode each');

      return { first, unchanged, changed, peakMb: peakMb(), mostAtOnce: stubs.mostAtOnce };
    };
    const run = await withProduct(workspace, lease.url, measure, stubs.environment);

    return {
      notes: [
        `${shown(feeds)} followed feeds of ${stubs.manyEpisodes - 1} episodes at ${HOSTS} hosts, each answered after ${ANSWER_MS} ms. A round lasts from its first check to its last.`,
      ],
      results: [
        secondsOf('a round over feeds that have not changed, median', feeds, run.unchanged),
        secondsOf('the first round, which adds every episode', feeds, [run.first]),
        secondsOf('a round in which every feed has one new episode', feeds, [run.changed]),
        bounded('requests for feeds that have not changed', run.unchanged, ({ requests }) => requests, feeds),
        bounded('of these without a condition', run.unchanged, (one) => one.requests - one.conditional, 0),
        bounded('events of feeds that have not changed', run.unchanged, ({ events }) => events, 0),
        {
          ...NEUTRAL,
          goal: 'at once',
          what: 'most requests at once',
          ours: String(run.mostAtOnce),
          against: `the limit of ${MAX_AT_ONCE}`,
          score: run.mostAtOnce,
          unit: 'requests',
          bound: { atMost: MAX_AT_ONCE },
        },
        {
          ...NEUTRAL,
          what: 'peak memory (RSS) of the server in all rounds',
          ours: run.peakMb === null ? 'not available on this system' : `${shown(run.peakMb)} MB`,
          against: '',
        },
      ],
    };
  } finally {
    await lease.release();
    for (const host of hosts) host.close();
    await stubs.close();
  }
}

const NEUTRAL = { goal: null, score: null, unit: '×', bound: null, reason: null } as const;

const secondsOf = (what: string, feeds: number, rounds: readonly Round[]): Result => {
  const seconds = percentile(
    rounds.map((round) => round.seconds),
    0.5,
  );

  return { ...NEUTRAL, what, ours: `${shown(seconds)} s`, against: `${shown(feeds / seconds)} feeds/s` };
};

function bounded(what: string, rounds: readonly Round[], count: (round: Round) => number, atMost: number): Result {
  const most = Math.max(...rounds.map(count));

  return {
    goal: 'unchanged',
    what: `${what}, most in a round`,
    ours: shown(most),
    against: `${shown(atMost)} expected`,
    score: most,
    unit: '',
    bound: { atMost },
    reason: 'a feed that has not changed costs one conditional request and no event.',
  };
}

/** One more host of the same publisher: another port of this machine. */
async function openHost(publisherUrl: string): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(publisherUrl);
  const server = createServer((socket) => {
    const publisher = connect(Number(port), hostname);
    // Either end may leave first.
    socket.on('error', () => publisher.destroy());
    publisher.on('error', () => socket.destroy());
    socket.pipe(publisher).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  const address = server.address() as AddressInfo;

  return { url: `http://${hostname}:${address.port}`, close: () => void server.close() };
}

/** Records a followed podcast for each address. */
async function follow(databaseUrl: string, addresses: readonly string[]): Promise<void> {
  const log = await openLog({ eventstoreUrl: null, databaseUrl });
  try {
    for (const [index, feedUrl] of addresses.entries()) {
      const seriesUuid = feedUuid(feedUrl);
      const name = `Feed ${index + 1}`;
      const facts = seriesFacts(name);
      const added = { seriesUuid, slugBase: name.replace(' ', ''), feedUrl, itunesId: null, facts };
      await log.append(
        `series-${seriesUuid}`,
        [event('SeriesAdded', added), event('SeriesFollowed', { seriesUuid })],
        'no-stream',
      );
    }
  } finally {
    await log.close();
  }
}

const Checked = z.object({ checked: z.number(), failing: z.number(), seconds: z.number().nullable() });
const Head = z.object({ events: z.number() });

/** Makes every feed due, and waits until all have been checked. */
async function runRound(
  { url, databaseUrl }: { url: string; databaseUrl: string },
  stubs: Stubs,
  feeds: number,
): Promise<Round> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A lost connection shows at the next query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const one = async (text: string, values: unknown[] = []): Promise<unknown> =>
      (await client.query<Record<string, unknown>>(text, values)).rows[0];
    const isFirst = Checked.parse(await one(CHECKED, [new Date(0)])).checked === 0;
    const since = isFirst ? new Date(0) : new Date();
    const { events } = Head.parse(await one(EVENTS));
    if (!isFirst) {
      stubs.calls.length = 0;
      await client.query('update app.feed_state set next_check_at = now()');
    }
    let state = Checked.parse(await one(CHECKED, [since]));
    for (; state.checked < feeds; state = Checked.parse(await one(CHECKED, [since]))) {
      await sleep(POLL_MS);
      // Throws once the server has ended.
      await fetch(`${url}/health/live`);
    }
    if (state.failing > 0) throw new Error(`${state.failing} feeds could not be read`);

    return {
      seconds: state.seconds ?? 0,
      requests: stubs.calls.length,
      conditional: stubs.calls.filter(({ headers }) => headers['if-none-match'] !== undefined).length,
      events: Head.parse(await one(EVENTS)).events - events,
    };
  } finally {
    await client.end();
  }
}

const CHECKED = `
  select count(*)::integer as checked, count(failing_since)::integer as failing,
    extract(epoch from max(checked_at) - min(checked_at))::float8 as seconds
  from app.feed_state where checking_since is null and checked_at >= $1`;
const EVENTS = 'select count(*)::integer as events from log.event';
