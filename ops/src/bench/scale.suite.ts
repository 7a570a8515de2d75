import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { runEarmark } from '../suites/earmark-process.ts';
import { asJsonLines } from '../suites/names.ts';
import { median, percentile, shown, timed } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';
import { writeSyntheticCorpus } from '../suites/synthetic-corpus.ts';
import { ADMIN_PASSWORD } from './admin-call.ts';
import { withProduct } from './product-process.ts';
import { measureCalls, measureStart, readAhead, readPlaces, type Measured } from './scale-calls.ts';

/** Of the sample library, which the smallest size resembles. */
const FACTORS = [1, 10, 100];
const EPISODES = 50;
const SEGMENTS_PER_EPISODE = 400;
const WORDS_PER_SEGMENT = [5, 20] as const;
const PATTERNS = 1_000;
const CALLS = 20;
const CALLS_QUICK = 3;
const GOAL_MS = 100;
/** A first call that takes longer is shown. */
const FIRST_MS = 500;
const MEMORY_MB = 600;
const ANSWER_MB = 1;

interface Library {
  readonly episodes: number;
  readonly patterns: number;
  readonly segments: number;
  readonly events: number;
}

/** How every call grows with the library, from one import of each size; rounds do not apply. */
export async function scaleSuite(bench: Bench): Promise<SuiteOutcome> {
  const factors = bench.quick ? FACTORS.slice(0, 2) : FACTORS;
  const sizes: {
    factor: number;
    library: Library;
    calls: Map<string, Measured>;
    starting: readonly number[];
    startSeconds: number;
    peakMb: number;
    importSeconds: number;
  }[] = [];
  for (const factor of factors) sizes.push({ factor, ...(await measureLibrary(bench, factor)) });
  const largest = sizes.at(-1)!;
  const figure = (one: Measured | undefined) =>
    one === undefined
      ? 'absent'
      : `${shown(one.size / 1000)} KB, p50 ${shown(median(one.times))} ms, p95 ${shown(percentile(one.times, 0.95))} ms${one.firstMs > FIRST_MS ? `, the first ${shown(one.firstMs)} ms` : ''}`;
  const results = [...largest.calls].map(([what, measured]): Result => ({
    goal: 'scale',
    what,
    ours: figure(measured),
    against: sizes
      .slice(0, -1)
      .map(({ factor, calls }) => `${factor}×: ${figure(calls.get(what))}`)
      .join('; '),
    score: measured.size > ANSWER_MB * 1e6 ? Infinity : percentile(measured.times, 0.95),
    unit: 'ms',
    bound: { atMost: GOAL_MS },
    reason:
      measured.size > ANSWER_MB * 1e6 ? `the answer is larger than ${ANSWER_MB} MB.` : 'it grows with the library.',
  }));
  results.push({
    goal: null,
    what: 'an episode, an entity, recent episodes: while a start reads what searches need, in the background',
    ours: startFigure(largest),
    against: sizes
      .slice(0, -1)
      .map((size) => `${size.factor}×: ${startFigure(size)}`)
      .join('; '),
    score: null,
    unit: 'ms',
    bound: null,
    reason: null,
  });
  results.push({
    goal: 'memory',
    what: 'peak memory of the server (API and projections, without Postgres)',
    ours: `${shown(largest.peakMb)} MB`,
    against: sizes
      .slice(0, -1)
      .map(({ factor, peakMb }) => `${factor}×: ${shown(peakMb)} MB`)
      .join('; '),
    score: largest.peakMb,
    unit: 'MB',
    bound: { atMost: MEMORY_MB },
    reason: 'the rules and searches hold the vocabulary and all mentions, and each thread its code and garbage.',
  });

  return {
    isOneRun: true,
    notes: sizes.map(
      ({ factor, library, importSeconds }) =>
        `${factor}×: ${shown(library.patterns)} patterns, ${shown(library.episodes)} episodes, ${shown(library.segments)} segments, ${shown(library.events)} events, **synthetic**; imported in ${shown(importSeconds)} s.`,
    ),
    results,
  };
}

const startFigure = ({ starting, startSeconds }: { starting: readonly number[]; startSeconds: number }): string =>
  `p50 ${shown(median(starting))} ms, p95 ${shown(percentile(starting, 0.95))} ms for ${shown(startSeconds)} s`;

async function measureLibrary(bench: Bench, factor: number) {
  const { workspace, say, quick, keep } = bench;
  const folder = workspace.path(keep ?? '');
  const data = join(folder, `data-${factor}`);
  const importSeconds = await importLibrary(bench, factor, folder, data);
  const lease = await workspace.leasePostgres(data);
  try {
    // Tables that an older version built are built anew first, and the first server after an import puts together what
    // searches need: both once.
    await withProduct(workspace, lease.url, readAhead, { ADMIN_PASSWORD });
    const places = await readPlaces(lease.url);

    return await withProduct(
      workspace,
      lease.url,
      async (url, peakMb) => {
        say(`${factor}×: a start`);
        const { ms, value: starting } = await timed(async () => measureStart(url, places));
        say(`${factor}×: calls`);
        const calls = await measureCalls(url, places, quick ? CALLS_QUICK : CALLS, say);

        return {
          library: places.library,
          calls,
          starting,
          startSeconds: ms / 1000,
          peakMb: peakMb() ?? 0,
          importSeconds,
        };
      },
      { ADMIN_PASSWORD },
    );
  } finally {
    await lease.release();
  }
}

/** Answers how long the import took, also where an earlier run made it. */
export async function importLibrary(
  { workspace, say }: Bench,
  factor: number,
  folder: string,
  data: string,
): Promise<number> {
  const noted = join(folder, `imported-${factor}.json`);
  if (existsSync(noted)) return z.object({ importSeconds: z.number() }).parse(await readJson(noted)).importSeconds;
  say(`${factor}×: writing the library`);
  await mkdir(folder, { recursive: true });
  // An interrupted run may have left parts.
  const library = join(folder, `library-${factor}`);
  for (const place of [library, data]) await rm(place, { recursive: true, force: true });
  const names = await writeSyntheticCorpus(library, EPISODES * factor, {
    turns: SEGMENTS_PER_EPISODE,
    names: PATTERNS * factor,
    wordsPerTurn: WORDS_PER_SEGMENT,
  });
  const nameFile = join(folder, `names-${factor}.jsonl`);
  await writeFile(nameFile, asJsonLines(names));
  const { ms } = await timed(async () => {
    for (const source of [nameFile, library]) {
      say(`${factor}×: importing ${basename(source)}`);
      const { exitCode, complaint } = await runEarmark(workspace, data, ['import', source, '--json']);
      if (exitCode !== 0 && exitCode !== 2) throw new Error(`earmark ended with ${exitCode}: ${complaint}`);
    }
  });
  const importSeconds = ms / 1000;
  await writeFile(noted, JSON.stringify({ importSeconds }));

  return importSeconds;
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
