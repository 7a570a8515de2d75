import { EntityIndexAnswer, SearchOptions } from '@earmark/contracts/search';
import { z } from 'zod';
import { shown, timed } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';
import { queryOnce } from '../suites/workspace.ts';
import { ADMIN_PASSWORD } from './admin-call.ts';
import { withProduct } from './product-process.ts';
import { compareTriples, countDifferences, listShownSegments } from './search-checks.ts';
import { correctAndFind, rebuildTimes } from './search-level.ts';
import { askPeers } from './search-peers.ts';
import { drawShapes, type FilterValues } from './search-queries.ts';
import { openMillion } from './million-segments.ts';
import { ask, crowd, inTurns, percentiles, resultsOf } from './search-measures.ts';

const EACH = 60;
const EACH_QUICK = 3;
const SEED = 31;
/** Other words than those that are asked one after the other. */
const SEED_OF_VISITORS = 77;
const VISITORS = 50;
const A_VISITOR = 20;
const CORRECTIONS = 30;
const NONE_YET_MS = 60_000;

const Sizes = z.array(z.object({ name: z.string(), mb: z.number() }));

/** Advanced search on a million segments with all names, beside SQLite's FTS5 and a scan of the same texts. */
export async function searchSuite(bench: Bench): Promise<SuiteOutcome> {
  const { workspace, say } = bench;
  const { data, notes } = await openMillion(bench);
  const lease = await workspace.leasePostgres(data);
  try {
    const outcome = await withProduct(
      workspace,
      lease.url,
      async (url, peakMb) => measure(bench, lease.url, url, peakMb),
      { ADMIN_PASSWORD },
    );
    say('rebuilding');
    const rebuilt = await rebuildTimes(lease.url);

    return {
      notes: [
        ...notes,
        ...outcome.notes,
        `A rebuild from the log: passages ${shown(rebuilt.passages / 1000)} s, mentions ${shown(rebuilt.mentions / 1000)} s.`,
      ],
      results: outcome.results,
    };
  } finally {
    await lease.release();
  }
}

async function measure(
  bench: Bench,
  databaseUrl: string,
  url: string,
  peakMb: () => number | null,
): Promise<SuiteOutcome> {
  const { workspace, say, quick } = bench;
  const first = await timed(async () => ask(url, '/api/search/advanced', NONE_YET_MS));
  const segments = await listShownSegments(databaseUrl);
  const values = await filterValues(url);
  const shapes = drawShapes(segments, values, { each: quick ? EACH_QUICK : EACH, seed: SEED });
  say('asking for the first time');
  const anew = await inTurns(url, shapes);
  say('asking again');
  const again = await inTurns(
    url,
    shapes.map((shape) => ({ ...shape, queries: shape.queries.slice(0, 6) })),
    2,
  );
  say(`asking as ${VISITORS} visitors`);
  const others = drawShapes(segments, values, { each: quick ? 2 : 40, seed: SEED_OF_VISITORS });
  const together = await crowd(url, others, VISITORS, quick ? 2 : A_VISITOR);
  say('checking completeness and numbers');
  const complete = await countDifferences(
    url,
    segments,
    quick ? { phrases: 20, combinations: 8 } : { phrases: 2000, combinations: 500 },
  );
  const triples = await compareTriples(url, databaseUrl, quick ? 20 : 1000);
  say('asking SQLite and ripgrep');
  const peers = await askPeers(workspace.path('segments.txt'), segments, shapes);
  const sizes = Sizes.parse(await queryOnce(databaseUrl, SIZES));
  const memory = peakMb();
  say('correcting');
  const level = await correctAndFind(url, databaseUrl, quick ? 3 : CORRECTIONS);

  return {
    notes: [
      `${shown(segments.length)} segments. Each query has other words, drawn from the texts with a fixed seed. Times are of whole calls over HTTP, the body read, with facets and totals.`,
      'First: nobody has asked it since the server started. Again: the server remembers the answer, as no event has reached the tables.',
      `The first search after a start, which waits for the library to be read: ${shown(first.ms)} ms. Peak memory of the server: ${shown(memory ?? 0)} MB.`,
      `On disk: ${sizes.map(({ name, mb }) => `${name} ${shown(mb)} MB`).join(', ')}.`,
      `SQLite ${peers.version ?? 'is absent'}${peers.version === null ? '' : ': FTS5 in memory, the 20 best segments by bm25 with their texts, in its own process, without counts or facets'}.`,
    ],
    results: [
      ...resultsOf(shapes, anew, again, peers),
      {
        goal: null,
        what: `${VISITORS} visitors at once, each query for the first time`,
        ours: percentiles(together.times),
        against: `${shown(together.perSecond)} searches/s`,
        score: null,
        unit: 'ms',
        bound: null,
        reason: null,
      },
      {
        goal: null,
        what: `a correction sent → found by its new words (${level.found.length} corrections)`,
        ours: percentiles(level.found),
        against: `answered, and shown by every page: ${percentiles(level.saved)}`,
        score: null,
        unit: 'ms',
        bound: null,
        reason: null,
      },
      {
        goal: 'B3',
        what: `${shown(complete.queries)} random phrases and combinations`,
        ours: `${shown(complete.found)} segments`,
        against: 'a plain scan of the same texts',
        score: complete.differences,
        unit: 'differences',
        bound: { atMost: 0 },
        reason: null,
      },
      {
        goal: 'B4',
        what: `${shown(triples.triples)} triples of entity, speaker and podcast`,
        ours: `${shown(triples.mentions)} mentions, ${shown(triples.comparisons)} numbers`,
        against: 'rows; pages of episodes, entities, podcasts',
        score: triples.differences,
        unit: 'differences',
        bound: { atMost: 0 },
        reason: null,
      },
    ] satisfies Result[],
  };
}

async function filterValues(url: string): Promise<FilterValues> {
  const read = async (path: string): Promise<unknown> => (await fetch(url + path)).json();
  const options = SearchOptions.parse(await read('/api/search/options'));
  const entities: string[] = [];
  for (let path: string | null = '/api/entities'; path !== null && entities.length < 300;) {
    const page = EntityIndexAnswer.parse(await read(path));
    entities.push(...page.entities.map(({ slug }) => slug));
    path = page.next === null ? null : `/api/entities?after=${encodeURIComponent(page.next)}`;
  }
  const valuesOf = (all: readonly { value: string }[]) => all.map(({ value }) => value);

  return {
    entities,
    categories: valuesOf(options.categories),
    speakers: valuesOf(options.speakers).filter((_, index) => index % 10 === 0),
    podcasts: valuesOf(options.podcasts),
  };
}

const SIZES = `
  select n.nspname || '.' || c.relname as name, (pg_total_relation_size(c.oid) / 1e6)::float8 as mb
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname || '.' || c.relname in ('read.passages_word', 'read.passages_chunk',
    'read.mentions_segment', 'read.mentions_word', 'search.episode')
  order by mb desc`;
