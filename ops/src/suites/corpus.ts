import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseTranscript, TranscriptFormatUnknown } from '@earmark/backend/transcripts/formats/parse-transcript';
import { readNames, SHARED_ENTITIES, type Name } from './names.ts';
import { spread } from './statistics.ts';
import type { Bench } from './suite.ts';
import { writeSyntheticCorpus } from './synthetic-corpus.ts';

/** Transcripts and names that a suite works on. */
export interface Corpus {
  /** Name of its folder, and of the series that importing it creates. */
  readonly name: string;
  /** A sentence for the report; contains `synthetic` for generated text. */
  readonly label: string;
  readonly folder: string;
  /** Paths below the folder, sorted; with --quick a sample of them. */
  readonly files: readonly string[];
  readonly names: readonly Name[];
}

export const SHARED_DATA = fileURLToPath(new URL('../../../../shared/data', import.meta.url));
/** Archives and folders of the shared data, with their attribution. */
const SHARED = {
  changelog: ['perf/changelog.tar.zst', 'Changelog transcripts (© Changelog Media LLC, CC BY-SA 4.0)'],
  talkpython: ['perf/talkpython.tar.zst', 'Talk Python transcripts (© Talk Python, GPL-3.0)'],
  'lennys-podcast': ['perf/lennys-podcast.tar.zst', 'Lenny’s Podcast transcripts (© Lenny’s Podcast and its guests)'],
  transcripts: ['transcripts', 'the small set of 21 shows (their licences are in its manifest)'],
} as const;
export type SharedCorpus = keyof typeof SHARED;
const QUICK_FILES = 60;
const NOT_A_TRANSCRIPT = /^(\.|licen[cs]e|readme|contributing)/i;

/** Changelog, or the corpus from the command line, or a synthetic corpus. */
export async function openCorpus(bench: Bench): Promise<Corpus> {
  const [corpus] = await openCorpora(bench, ['changelog']);

  return corpus!;
}

/** The requested shared corpora; a single corpus when the command line names one or there is no shared data. */
export async function openCorpora(bench: Bench, wanted: readonly SharedCorpus[]): Promise<Corpus[]> {
  const { quick, workspace, say } = bench;
  const names = bench.names ?? (existsSync(SHARED_ENTITIES) ? SHARED_ENTITIES : null);
  if (bench.corpus === null && (names === null || wanted.some((one) => !existsSync(sourceOf(one))))) {
    say('No shared corpus found; generating a synthetic one');
    const folder = workspace.path('corpus');
    const made = await writeSyntheticCorpus(folder, quick ? QUICK_FILES : 1_500);
    const files = await filesBelow(folder);

    return [{ name: 'corpus', label: '**synthetic** corpus and names', folder, files, names: made }];
  }
  if (names === null) throw new Error('--corpus needs --names, because there are no shared names.');

  const known = await readNames(names);
  const read = async (name: string, folder: string, what: string): Promise<Corpus> => {
    const all = await filesBelow(folder);
    const files = quick ? spread(all, QUICK_FILES) : all;

    return { name, label: `${what}, ${files.length} of ${all.length} files`, folder, files, names: known };
  };
  if (bench.corpus !== null) {
    const folder = resolve(bench.corpus);
    return [await read('corpus', folder, folder)];
  }
  const corpora: Corpus[] = [];
  for (const name of wanted) corpora.push(await read(name, await sharedCorpus(name, bench), SHARED[name][1]));

  return corpora;
}

export const isSharedCorpusThere = (name: SharedCorpus): boolean => existsSync(sourceOf(name));

const sourceOf = (name: SharedCorpus): string => join(SHARED_DATA, SHARED[name][0]);

/** The folder of a shared corpus; unpacks an archive into the workspace. */
export async function sharedCorpus(name: SharedCorpus, { workspace }: Bench): Promise<string> {
  const source = sourceOf(name);
  if (!source.endsWith('.tar.zst')) return source;
  const folder = workspace.path('corpora', name);
  await mkdir(folder, { recursive: true });
  execFileSync('tar', ['--zstd', '-xf', source, '-C', folder]);

  return folder;
}

export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });

  return entries
    .filter((entry) => entry.isFile() && !NOT_A_TRANSCRIPT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Texts of all segments as the product parses them, in file order, with white space collapsed. */
export async function readSegments(files: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  for (const file of files)
    try {
      const { segments } = parseTranscript(await readFile(file), { durationMs: null });
      for (const { text } of segments) texts.push(text.replace(/\s+/g, ' '));
    } catch (error) {
      if (!(error instanceof TranscriptFormatUnknown)) throw error;
    }

  return texts;
}

/** Size of the texts as UTF-8. */
export const megabytes = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;
