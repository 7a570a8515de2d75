import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { EpisodeList, EpisodePage } from '@earmark/contracts/episodes';
import { RecountSummary } from '@earmark/contracts/recounts';
import { EntityTypeView } from '@earmark/contracts/vocabulary';
import { z } from 'zod';
import { openCorpus } from './corpus.ts';
import { runEarmark } from './earmark-process.ts';
import { asJsonLines } from './names.ts';
import { withProduct } from './product-process.ts';
import { median, percentile, shown, spread, timed } from './statistics.ts';
import type { Bench, Result, SuiteOutcome } from './suite.ts';

const NAMES = 10_000;
/** What the transcripts are pinned to at first, so that some page has mentions. */
const FIRST_NAMES = 100;
const PREVIEWS = 40;
const POLL_MS = 50;
/** The list of projections counts rows: who asks all the time measures that. */
const REBUILD_POLL_MS = 500;
/** What waits for a publication is exact to so many ms and the time of one such list. */
const SHOWN_POLL_MS = 200;
const PATIENCE_MS = 600_000;
const PER_SECOND = 20;
const IDLE_SECONDS = 15;
const IDLE_SECONDS_QUICK = 3;
/** The episode page may be this much slower while the product replays, or take this long. */
const SLOWER = 5;
const SLOW_MS = 150;
const PASSWORD = 'bench bench bench';
const Positions = z.object({ projections: z.array(z.object({ position: z.string() })) });

/** Recounts, previews and rebuilds on a running product, over HTTP, as an analyst asks for them. */
export async function replaySuite(bench: Bench): Promise<SuiteOutcome> {
  const { workspace, say } = bench;
  const corpus = await openCorpus(bench);
  const names = spread(corpus.names, NAMES);
  const folder = await workspace.gather('Library', corpus.files, corpus.folder);
  const [before, after] = [workspace.path('before.jsonl'), workspace.path('after.jsonl')];
  await writeFile(before, asJsonLines(spread(names, FIRST_NAMES)));
  await writeFile(after, asJsonLines(names));
  // Transcripts before most names: a recount has nearly everything to do.
  for (const source of [before, folder, after]) {
    say(`importing ${source.slice(workspace.folder.length + 1)}`);
    const { exitCode, complaint } = await runEarmark(workspace, 'data', ['import', source, '--json']);
    if (exitCode !== 0 && exitCode !== 2) throw new Error(`earmark ended with ${exitCode}: ${complaint}`);
  }
  const lease = await workspace.leasePostgres('data');

  return withProduct(
    workspace,
    lease.url,
    async (url, peakMb) => measure(bench, await signIn(url), corpus.label, spread(names, PREVIEWS), peakMb),
    { ADMIN_PASSWORD: PASSWORD },
  );
}

async function measure(
  { say, quick }: Bench,
  product: Product,
  label: string,
  names: readonly { name: string }[],
  peakMb: () => number | null,
): Promise<SuiteOutcome> {
  const [someEpisode] = EpisodeList.parse(await product.get('/api/episodes')).episodes;
  if (!someEpisode) throw new Error('no episode has a mention');
  const page = `/api/podcasts/${someEpisode.podcastSlug}/${someEpisode.slug}`;
  say('reading while idle');
  const idle = await readFor(product, page, async () => sleep((quick ? IDLE_SECONDS_QUICK : IDLE_SECONDS) * 1000));

  say('a full recount');
  const memoryBefore = peakMb();
  const full = await recount(product);
  const memoryAfter = peakMb();
  const published = await timed(async () => product.postUntilShown(`/api/admin/recounts/${full.id}/publish`));
  const { segments, mentions } = await totals(product);

  say('previews');
  const types = z.array(EntityTypeView).parse(await product.get('/api/admin/entity-types'));
  const entityTypeId = types.find(({ name }) => name === 'restaurant')!.id;
  const previews: number[] = [];
  for (const { name } of names) {
    const { ms } = await timed(async () =>
      product.post('/api/admin/patterns/preview', { change: 'add', name, entityTypeId }),
    );
    previews.push(ms);
  }

  say('a recount after one new pattern');
  await product.post('/api/admin/entity-patterns', { name: 'Kubernetes cluster', entityTypeId });
  const one = await recount(product);
  const onePublished = await timed(async () => product.postUntilShown(`/api/admin/recounts/${one.id}/publish`));

  say('reading during a recount and a rebuild');
  // By the vocabulary of the beginning: all entities differ again.
  const busy = await readFor(product, page, async () => recount(product, { asOf: '1' }));
  const rebuilding = await readFor(product, page, async () => rebuild(product));

  const perSecond = segments / (full.ms / 1000);
  const load = (what: string, reading: Reading): Result => ({
    goal: 'load',
    what: `episode page, ${PER_SECOND} a second, ${what}: p99 (${shown(reading.times.length)} calls, ${reading.failures.length} failed)`,
    ours: `p50 ${shown(median(reading.times))} ms, p99 ${shown(percentile(reading.times, 0.99))} ms`,
    against: `idle: p50 ${shown(median(idle.times))} ms, p99 ${shown(percentile(idle.times, 0.99))} ms`,
    score: reading.failures.length > 0 ? Infinity : percentile(reading.times, 0.99),
    unit: 'ms',
    bound: { atMost: Math.max(SLOWER * percentile(idle.times, 0.99), SLOW_MS) },
    reason: `the replay, Postgres and the API share two cores.${reading.failures.length > 0 ? ` A failure: ${reading.failures[0]}` : ''}`,
  });

  return {
    isOneRun: true,
    notes: [
      `${label}: ${shown(segments)} segments, ${shown(NAMES)} names, ${shown(mentions)} mentions after the recount.`,
      `Memory of the server at its highest: ${shown(memoryBefore ?? 0)} MB before the full recount, ${shown(memoryAfter ?? 0)} MB after it.`,
    ],
    results: [
      {
        goal: null,
        what: 'full recount, asked → ready to be published',
        ours: `${shown(full.ms / 1000)} s, ${shown(perSecond)} segments/s`,
        against: 'nothing comparable',
        score: null,
        unit: '×',
        bound: null,
        reason: null,
      },
      {
        goal: null,
        what: 'published → every page follows',
        ours: `${shown(published.ms / 1000)} s`,
        against: `the recount itself: ${shown(full.ms / 1000)} s`,
        score: published.ms / full.ms,
        unit: '×',
        bound: null,
        reason: null,
      },
      {
        goal: 'replay',
        what: `preview of one pattern, p50 of ${names.length} names`,
        ours: `p50 ${shown(median(previews))} ms, p95 ${shown(percentile(previews, 0.95))} ms`,
        against: `full recount: ${shown(full.ms)} ms`,
        score: full.ms / median(previews),
        unit: '×',
        bound: { atLeast: 100 },
        reason: 'the candidates come from the index of words; the rest is the read of the present mentions.',
      },
      {
        goal: 'replay',
        what: 'recount after one new pattern, asked → ready',
        ours: `${shown(one.ms)} ms, published in ${shown(onePublished.ms)} ms`,
        against: `full recount: ${shown(full.ms)} ms`,
        score: full.ms / one.ms,
        unit: '×',
        bound: { atLeast: 10 },
        reason: 'every episode is looked at, a few hundred at a time.',
      },
      load('while a recount runs', busy),
      load('while the mentions are rebuilt', rebuilding),
    ],
  };
}

interface Product {
  get(path: string): Promise<unknown>;
  post(path: string, body?: unknown): Promise<unknown>;
  /** Until every page shows it: the answer itself waits for two seconds at most, and then says what it left open. */
  postUntilShown(path: string): Promise<void>;
}

async function signIn(url: string): Promise<Product> {
  const ask = async (method: string, path: string, cookie: string, body?: unknown): Promise<Response> => {
    const headers = { origin: url, cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const answer = await fetch(url + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);

    return answer;
  };
  const login = await ask('POST', '/api/auth/login', '', { username: 'admin', password: PASSWORD });
  await login.arrayBuffer();
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0]!;

  const get = async (path: string): Promise<unknown> => (await ask('GET', path, cookie)).json();

  return {
    get,
    post: async (path, body) => (await ask('POST', path, cookie, body)).json(),
    postUntilShown: async (path) => {
      const answer = await ask('POST', path, cookie);
      await answer.arrayBuffer();
      const behind = /\d+/.exec(answer.headers.get('x-projection-lag') ?? '');
      if (behind !== null) await untilShown(get, BigInt(behind[0]));
    },
  };
}

async function untilShown(get: Product['get'], position: bigint): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(SHOWN_POLL_MS)) {
    const { projections } = Positions.parse(await get('/api/admin/projections'));
    if (projections.every((one) => BigInt(one.position) >= position)) return;
  }
  throw new Error(`the projections have not passed ${position}`);
}

async function recount(product: Product, request: object = {}): Promise<{ id: string; ms: number }> {
  const start = performance.now();
  const { id } = z.object({ id: z.string() }).parse(await product.post('/api/admin/recounts', request));
  for (;;) {
    const { status, failure } = RecountSummary.parse(await product.get(`/api/admin/recounts/${id}`));
    if (status === 'ready') return { id, ms: performance.now() - start };
    if (status !== 'running') throw new Error(`the recount is ${status}: ${failure}`);
    await sleep(POLL_MS);
  }
}

/** What the page of recounts says of the whole library. */
async function totals(product: Product): Promise<{ segments: number; mentions: number }> {
  const metrics = z.object({ recounts: z.array(RecountSummary) }).parse(await product.get('/api/admin/recounts'))
    .recounts[0]!;
  const { projections } = z
    .object({ projections: z.array(z.object({ tables: z.array(z.object({ name: z.string(), rows: z.number() })) })) })
    .parse(await product.get('/api/admin/projections'));
  const rows =
    projections.flatMap(({ tables }) => tables).find(({ name }) => name.endsWith('mentions_segment'))?.rows ?? 0;

  return { segments: rows, mentions: metrics.after?.mentions ?? 0 };
}

async function rebuild(product: Product): Promise<void> {
  await product.post('/api/admin/projections/mentions/rebuild');
  const isMoving = async () =>
    z
      .object({ projections: z.array(z.object({ state: z.string() })) })
      .parse(await product.get('/api/admin/projections'))
      .projections.some(({ state }) => state !== 'live');
  // It begins a moment after it was asked for.
  for (let calm = 0; calm < 3; calm = (await isMoving()) ? 0 : calm + 1) await sleep(REBUILD_POLL_MS);
}

interface Reading {
  readonly times: number[];
  readonly failures: string[];
}

/** Asks for the page at a fixed rate, whether or not the last call has been answered, until the work has ended. */
async function readFor(product: Product, path: string, work: () => Promise<unknown>): Promise<Reading> {
  const reading: Reading = { times: [], failures: [] };
  const calls: Promise<void>[] = [];
  const timer = setInterval(() => {
    calls.push(
      timed(async () => EpisodePage.pick({ version: true }).parse(await product.get(path))).then(
        ({ ms }) => void reading.times.push(ms),
        (error: unknown) => void reading.failures.push(String(error)),
      ),
    );
  }, 1000 / PER_SECOND);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  await Promise.all(calls);

  return reading;
}
