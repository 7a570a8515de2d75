import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import { z } from 'zod';
import { command } from './commands.fixtures.ts';
import { inDatabase } from './product.fixtures.ts';
import type { Environment } from './product.fixtures.ts';

/** The files of a generated library, and what the product must contain after importing it. */
export interface Library {
  readonly folder: string;
  readonly names: string;
  readonly episodes: number;
  readonly segments: number;
  readonly patterns: number;
}

/** Numbers from 0 (inclusive) to 1 (exclusive), the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const NAMES = ['Riverton', 'Ada Lovelace', 'Blue Harbour', 'the Long Meadow', 'Okapi'];
const WORDS = 'we talked about how often people walk from the old mill to town and what they find there'.split(' ');

/** Writes a folder of WebVTT transcripts of two to four segments and a list of names that occur in them, below `parent`. */
export async function writeLibrary(
  parent: string,
  { episodes, seed }: { episodes: number; seed: number },
): Promise<Library> {
  const random = seeded(seed);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const folder = join(parent, `library-${seed}`);
  const names = join(parent, `names-${seed}.csv`);
  await mkdir(folder, { recursive: true });
  let segments = 0;
  for (let episode = 0; episode < episodes; episode += 1) {
    const cues = Array.from({ length: 2 + Math.floor(random() * 3) }, (_, index) => {
      const words = Array.from({ length: 6 + Math.floor(random() * 10) }, () => pick(WORDS));
      return `00:00:0${index}.000 --> 00:00:0${index + 1}.000\n<v ${pick(['Ana', 'Bo'])}>In ${pick(NAMES)} ${words.join(' ')}.`;
    });
    segments += cues.length;
    await writeFile(join(folder, `${String(episode).padStart(3, '0')}.vtt`), `WEBVTT\n\n${cues.join('\n\n')}\n`);
  }
  await writeFile(names, ['name,type', ...NAMES.map((name) => `${name},place`)].join('\n'));

  return { folder, names, episodes, segments, patterns: NAMES.length };
}

/** A library beside the data folder, so that both are removed together. */
export const libraryBeside = (dataDir: string, options: { episodes: number; seed: number }): Promise<Library> =>
  writeLibrary(dirname(dataDir), options);

const Report = z.object({ series: z.number(), episodes: z.number(), transcripts: z.number(), unchanged: z.number() });
const Comparison = z.object({ table: z.string(), rows: z.number(), differences: z.number() });

/** The report of an import that must succeed completely. */
export async function imported(library: Library, environment: Environment): Promise<z.infer<typeof Report>> {
  const { code, stdout, stderr } = await command(['import', library.folder, '--json'], environment);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return Report.parse(JSON.parse(stdout));
}

/** Rows by table; every read model must equal its rebuild. */
export async function verified(environment: Environment): Promise<Record<string, number>> {
  const { code, stdout, stderr } = await command(['verify', '--json'], environment);
  expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
  const comparisons = stdout
    .trim()
    .split('\n')
    .map((line) => Comparison.parse(JSON.parse(line)));
  expect(comparisons.filter(({ differences }) => differences > 0)).toEqual([]);
  return Object.fromEntries(comparisons.map(({ table, rows }) => [table, rows]));
}

/** Contents of the read models: totals, distinct counts, and counts by visible name. */
const COUNTS = `
  select (select count(*) from read.catalogue_series)::int as series,
         (select count(*) from read.catalogue_episode)::int as episodes,
         (select count(distinct e.title) from read.catalogue_episode e)::int as titles,
         (select count(*) from read.mentions_segment)::int as segments,
         (select count(distinct (s.episode_uuid, s.start_ms)) from read.mentions_segment s)::int as places,
         (select count(*) from read.vocabulary_pattern)::int as patterns`;

/** Expects each series, episode, segment and pattern of the library exactly once, and nothing else. */
export async function expectOnce(library: Library, dataDir: string): Promise<void> {
  const { episodes, segments, patterns } = library;
  expect(await inDatabase(dataDir, COUNTS)).toEqual([
    { series: 1, episodes, titles: episodes, segments, places: segments, patterns },
  ]);
}
