import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EpisodeList } from '@earmark/contracts/episodes';
import { RecountSummary } from '@earmark/contracts/recounts';
import { EntityTypeView } from '@earmark/contracts/vocabulary';
import pg from 'pg';
import { z } from 'zod';
import { ADMIN_PASSWORD, signIn, type AdminCall } from './admin-call.ts';
import { openCorpora } from '../suites/corpus.ts';
import { runEarmark } from '../suites/earmark-process.ts';
import { asJsonLines } from '../suites/names.ts';
import { PER_SECOND, readFor, saveFor, type Reading } from './page-load.ts';
import { withProduct } from './product-process.ts';
import { get, post, publish, rebuild, recount } from './replay-calls.ts';
import { median, percentile, shown, spread, timed } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';

const NAMES = 10_000;
/** The names to which transcripts are pinned at first, so that some page has mentions. */
const FIRST_NAMES = 100;
const PREVIEWS = 40;
const IDLE_SECONDS = 15;
const IDLE_SECONDS_QUICK = 3;
/** Limits for the episode page while the product replays: this many times slower, or this long. */
const SLOWER = 5;
const SLOW_MS = 150;
const SAVE_SLOW_MS = 150;

/** Recounts, previews and rebuilds on a running product, over HTTP, as an analyst requests them. */
export async function replaySuite(bench: Bench): Promise<SuiteOutcome> {
  const { workspace, say } = bench;
  const corpora = await openCorpora(bench, ['changelog', 'talkpython']);
  const names = spread(corpora[0]!.names, NAMES);
  const [before, after] = [workspace.path('before.jsonl'), workspace.path('after.jsonl')];
  await writeFile(before, asJsonLines(spread(names, FIRST_NAMES)));
  await writeFile(after, asJsonLines(names));
  const folders: string[] = [];
  for (const { name, files, folder } of corpora)
    folders.push(await workspace.gather(join('library', name), files, folder));
  // Transcripts before most names, so that a recount has nearly everything to do.
  for (const source of [before, ...folders, after]) {
    say(`importing ${source.slice(workspace.folder.length + 1)}`);
    const { exitCode, complaint } = await runEarmark(workspace, 'data', ['import', source, '--json']);
    if (exitCode !== 0 && exitCode !== 2) throw new Error(`earmark ended with ${exitCode}: ${complaint}`);
  }
  const lease = await workspace.leasePostgres('data');
  const segments = await countSegments(lease.url);
  const label = corpora.map((corpus) => corpus.label).join('; ');

  return withProduct(
    workspace,
    lease.url,
    async (url, peakMb) =>
      measure(bench, await signIn(url), { label, series: corpora[0]!.name, segments }, spread(names, PREVIEWS), peakMb),
    { ADMIN_PASSWORD },
  );
}

async function measure(
  { say, quick }: Bench,
  call: AdminCall,
  { label, series, segments }: { label: string; series: string; segments: number },
  names: readonly { name: string }[],
  peakMb: () => number | null,
): Promise<SuiteOutcome> {
  const [someEpisode] = EpisodeList.parse(await get(call, `/api/episodes?podcast=${series}`)).episodes;
  if (!someEpisode) throw new Error(`no episode of ${series} has a mention`);
  const page = `/api/podcasts/${someEpisode.podcastSlug}/${someEpisode.slug}`;
  const idleFor = () => sleep((quick ? IDLE_SECONDS_QUICK : IDLE_SECONDS) * 1000);
  say('reading while idle');
  const idle = await readFor(call, page, idleFor);

  say('a full recount');
  const memoryBefore = peakMb();
  const full = await recount(call);
  const published = await timed(async () => publish(call, full.id));
  const memoryAfter = peakMb();
  const mentions = RecountSummary.parse(await get(call, `/api/admin/recounts/${full.id}`)).after?.mentions ?? 0;

  say('previews');
  const types = z.array(EntityTypeView).parse(await get(call, '/api/admin/entity-types'));
  const entityTypeId = types.find(({ name }) => name === 'restaurant')!.id;
  const previews: number[] = [];
  for (const { name } of names)
    previews.push((await post(call, '/api/admin/patterns/preview', { change: 'add', name, entityTypeId })).ms);

  say('a recount after one new pattern');
  await post(call, '/api/admin/entity-patterns', { name: 'Kubernetes cluster', entityTypeId });
  const one = await recount(call);
  const onePublished = await timed(async () => publish(call, one.id));

  say('reading during a recount and a rebuild');
  // With the first vocabulary, all entities differ again.
  const busy = await readFor(call, page, async () => recount(call, { asOf: '1' }));
  const rebuilding = await readFor(call, page, async () => rebuild(call));

  say('saving while idle, then during a rebuild');
  const savedIdle = await saveFor(call, page, idleFor);
  let rebuildMs = 0;
  const savedBusy = await saveFor(call, page, async () => (rebuildMs = await rebuild(call)));

  const perSecond = (ms: number) => `${shown(segments / (ms / 1000))} segments/s`;
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
      `Peak memory of the server (API, projections and recount, without Postgres): ${shown(memoryBefore ?? 0)} MB before the full recount, ${shown(memoryAfter ?? 0)} MB when it was published.`,
    ],
    results: [
      {
        goal: null,
        what: 'full recount, request → ready to publish',
        ours: `${shown(full.ms / 1000)} s, ${perSecond(full.ms)}`,
        against: 'nothing comparable',
        score: null,
        unit: '×',
        bound: null,
        reason: null,
      },
      {
        goal: null,
        what: 'publication → every page follows',
        ours: `${shown(published.ms / 1000)} s`,
        against: `the recount itself: ${shown(full.ms / 1000)} s`,
        score: published.ms / full.ms,
        unit: '×',
        bound: null,
        reason: null,
      },
      {
        goal: null,
        what: 'full recount end to end, request → every page follows',
        ours: `${shown((full.ms + published.ms) / 1000)} s, ${perSecond(full.ms + published.ms)}, at most ${shown(memoryAfter ?? 0)} MB`,
        against: 'nothing comparable',
        score: null,
        unit: '×',
        bound: null,
        reason: null,
      },
      {
        goal: null,
        what: 'the mentions rebuilt from the log beside the live tables, while corrections are saved',
        ours: `${shown(rebuildMs / 1000)} s, ${perSecond(rebuildMs)}`,
        against: 'nothing comparable',
        score: null,
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
        reason: 'the candidates come from the word index; the rest is reading the current mentions.',
      },
      {
        goal: 'replay',
        what: 'recount after one new pattern, request → ready',
        ours: `${shown(one.ms)} ms, published in ${shown(onePublished.ms)} ms`,
        against: `full recount: ${shown(full.ms)} ms`,
        score: full.ms / one.ms,
        unit: '×',
        bound: { atLeast: 10 },
        reason: 'every episode is examined, a few hundred at a time.',
      },
      load('while a recount runs', busy),
      load('while the mentions are rebuilt', rebuilding),
      {
        goal: 'load',
        what: `correction sent → every page shows it, while the mentions are rebuilt: p99 (${shown(savedBusy.length)} saves)`,
        ours: `p50 ${shown(median(savedBusy))} ms, p99 ${shown(percentile(savedBusy, 0.99))} ms, longest ${shown(Math.max(...savedBusy))} ms`,
        against: `idle: p50 ${shown(median(savedIdle))} ms, p99 ${shown(percentile(savedIdle, 0.99))} ms (p50 ${shown(median(savedBusy) / median(savedIdle))} times)`,
        score: percentile(savedBusy, 0.99),
        unit: 'ms',
        bound: { atMost: SAVE_SLOW_MS },
        reason: 'the rebuild, the live projections, Postgres and the API share two cores.',
      },
    ],
  };
}

/** Counts segments of the transcripts shown. */
async function countSegments(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ segments: number }>(
      'select sum(segments)::integer as segments from read.mentions_episode',
    );
    return rows[0]!.segments;
  } finally {
    await client.end();
  }
}
