import { percentile, shown, timed } from '../suites/statistics.ts';
import type { Result } from '../suites/suite.ts';
import type { PeerTimes } from './search-peers.ts';
import type { BenchQuery, QueryShape } from './search-queries.ts';

const P50_MS = 15;
const P95_MS = 60;
const FILTERS_MS = 1;
const SQLITE_RATIO = 1.5;
/** Fewer hits are found by both before a clock can tell. */
const LEAST_SQLITE_MS = 1;

/** What the server says of an answer that it worked out, in milliseconds. */
export interface Work {
  /** Finding the segments and episodes, and their order. */
  readonly find: number;
  /** Facets. */
  readonly count: number;
  /** Names and passages of the results. */
  readonly read: number;
}

/** `work` is null for an answer without. Throws for any error status, except that a search may be refused as too costly. */
export async function ask(
  url: string,
  path: string,
  patienceMs = 20_000,
): Promise<{ isRefused: boolean; work: Work | null }> {
  const answer = await fetch(url + path, { signal: AbortSignal.timeout(patienceMs) });
  const body = await answer.text();
  if (answer.ok) return { isRefused: false, work: workOf(answer.headers.get('Server-Timing')) };
  if (!body.includes('search-too-costly')) throw new Error(`${path} answered ${answer.status}: ${body}`);

  return { isRefused: true, work: null };
}

function workOf(timing: string | null): Work | null {
  if (timing === null) return null;
  const of = (name: string) => Number(new RegExp(`${name};dur=([\\d.]+)`).exec(timing)?.[1]);

  return { find: of('find'), count: of('count'), read: of('read') };
}

export interface ShapeTimes {
  readonly times: ReadonlyMap<QueryShape, readonly number[]>;
  /** Of those that the server worked out. */
  readonly work: ReadonlyMap<QueryShape, readonly Work[]>;
  /** Queries that were refused, with their advice. */
  readonly refused: ReadonlyMap<QueryShape, number>;
}

/** One query after the other, a query of each shape in turn, all of them `times` times. */
export async function inTurns(url: string, shapes: readonly QueryShape[], times = 1): Promise<ShapeTimes> {
  const measured = new Map<QueryShape, number[]>(shapes.map((shape) => [shape, []]));
  const work = new Map<QueryShape, Work[]>(shapes.map((shape) => [shape, []]));
  const refused = new Map<QueryShape, number>();
  const longest = Math.max(...shapes.map(({ queries }) => queries.length));
  for (let time = 0; time < times; time += 1)
    for (let index = 0; index < longest; index += 1)
      for (const shape of shapes) {
        const query = shape.queries[index];
        if (!query) continue;
        const { ms, value } = await timed(async () => ask(url, query.path));
        measured.get(shape)!.push(ms);
        if (value.work !== null) work.get(shape)!.push(value.work);
        if (value.isRefused) refused.set(shape, (refused.get(shape) ?? 0) + 1);
      }

  return { times: measured, work, refused };
}

/** Each visitor asks one query after the other, none of them twice. */
export async function crowd(
  url: string,
  shapes: readonly QueryShape[],
  visitors: number,
  each: number,
): Promise<{ times: number[]; perSecond: number }> {
  const queries: BenchQuery[] = [];
  for (let index = 0; queries.length < visitors * each && index < shapes[0]!.queries.length; index += 1)
    queries.push(...shapes.map((shape) => shape.queries[index]!));
  const times: number[] = [];
  const { ms } = await timed(() =>
    Promise.all(
      Array.from({ length: visitors }, async (_, visitor) => {
        for (let index = visitor; index < Math.min(queries.length, visitors * each); index += visitors)
          times.push((await timed(() => ask(url, queries[index]!.path))).ms);
      }),
    ),
  );

  return { times, perSecond: times.length / (ms / 1000) };
}

export const percentiles = (times: readonly number[]): string =>
  `p50 ${shown(percentile(times, 0.5))} ms, p95 ${shown(percentile(times, 0.95))} ms, p99 ${shown(percentile(times, 0.99))} ms`;

/** A line for each shape, then what holds for all of them. `again`: of the same shapes, in their order. */
export function resultsOf(
  shapes: readonly QueryShape[],
  first: ShapeTimes,
  again: ShapeTimes,
  peers: PeerTimes,
): Result[] {
  const remembered = [...again.times.values()];
  const of = (kind: QueryShape['kind'] | null) =>
    shapes.filter((shape) => kind === null || shape.kind === kind).flatMap((shape) => first.times.get(shape)!);
  const slowest = shapes
    .map((shape) => ({ what: shape.what, p95: percentile(first.times.get(shape)!, 0.95) }))
    .sort((a, b) => b.p95 - a.p95)[0]!;

  return [
    ...shapes.map((shape, index): Result => {
      const times = first.times.get(shape)!;
      const refused = first.refused.get(shape) ?? 0;

      return {
        goal: 'B3',
        what: shape.what,
        ours: `first ${percentiles(times)}; again p50 ${shown(percentile(remembered[index]!, 0.5))} ms${refused > 0 ? `; ${refused} of ${times.length} refused as too costly` : ''}`,
        against: [
          peers.sqlite.has(shape) ? `SQLite p50 ${shown(percentile(peers.sqlite.get(shape)!, 0.5))} ms` : null,
          peers.ripgrep.has(shape) ? `rg p50 ${shown(percentile(peers.ripgrep.get(shape)!, 0.5))} ms` : null,
        ]
          .filter((one) => one !== null)
          .join(', '),
        score: percentile(times, 0.5),
        unit: 'ms',
        bound: { atMost: P50_MS },
        reason: `p95 ${shown(percentile(times, 0.95))} ms; every episode found is counted by entity, category, speaker, podcast and year.`,
      };
    }),
    {
      goal: 'B3',
      what: 'the shape with the highest p95, first',
      ours: `${slowest.what}; all shapes: ${percentiles(of(null))}`,
      against: '',
      score: slowest.p95,
      unit: 'ms',
      bound: { atMost: P95_MS },
      reason: 'the commonest words are in most segments.',
    },
    {
      goal: 'B4',
      what: 'filters alone, first, p50',
      ours: percentiles(of('filters')),
      against: `again p50 ${shown(percentile(filterTimes(shapes, again), 0.5))} ms`,
      score: percentile(of('filters'), 0.5),
      unit: 'ms',
      bound: { atMost: FILTERS_MS },
      reason: 'a call is a session, a transaction, and up to three statements for names and passages.',
    },
    {
      goal: 'B4',
      what: 'filters alone, first, p50: finding and counting, without the call around it',
      ours: percentiles(filterWork(shapes, first)),
      against: '',
      score: percentile(filterWork(shapes, first), 0.5),
      unit: 'ms',
      bound: { atMost: FILTERS_MS },
      reason: 'each facet leaves out its own filter, and so counts another set of episodes.',
    },
    ratioResult(
      'the whole call',
      shapes,
      (shape) => first.times.get(shape)!,
      peers,
      'SQLite counts nothing and has no call around it.',
    ),
    ratioResult(
      'finding, ordering and reading alone, as SQLite does',
      shapes,
      (shape) => first.work.get(shape)!.map(({ find, read }) => find + read),
      peers,
      'names, speakers and three passages are read of each of the ten best episodes, of SQLite the 20 best segments.',
    ),
  ];
}

const filterWork = (shapes: readonly QueryShape[], { work }: ShapeTimes): number[] =>
  shapes
    .filter(({ kind }) => kind === 'filters')
    .flatMap((shape) => work.get(shape)!.map(({ find, count }) => find + count));

const filterTimes = (shapes: readonly QueryShape[], { times }: ShapeTimes): number[] =>
  [...times.values()].filter((_, index) => shapes[index]!.kind === 'filters').flat();

function ratioResult(
  part: string,
  shapes: readonly QueryShape[],
  timesOf: (shape: QueryShape) => readonly number[],
  { sqlite }: PeerTimes,
  reason: string,
): Result {
  const ratios = shapes
    .filter((shape) => sqlite.has(shape) && percentile(sqlite.get(shape)!, 0.5) >= LEAST_SQLITE_MS)
    .map((shape) => percentile(timesOf(shape), 0.5) / percentile(sqlite.get(shape)!, 0.5));

  return {
    goal: 'B3',
    what: `ranked search, first: median of the ${ratios.length} shapes that take SQLite a millisecond; ${part}`,
    ours: ratios.map((ratio) => shown(ratio)).join(', '),
    against: 'SQLite FTS5, bm25',
    score: ratios.length === 0 ? null : percentile(ratios, 0.5),
    unit: '×',
    bound: { atMost: SQLITE_RATIO },
    reason,
  };
}
