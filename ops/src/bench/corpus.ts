import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseTranscript, TranscriptFormUnknown } from '@earmark/backend/transcripts/forms/parse-transcript';
import { readNames, SHARED_ENTITIES, type Name } from './names.ts';
import { spread } from './statistics.ts';
import type { Bench } from './suite.ts';
import { writeSyntheticCorpus } from './synthetic-corpus.ts';

/** Transcripts and names that a suite works on. */
export interface Corpus {
  /** A sentence for the report; says `synthetic` when the text is made up. */
  readonly label: string;
  readonly folder: string;
  /** Paths below the folder, sorted; with --quick a sample of them. */
  readonly files: readonly string[];
  readonly names: readonly Name[];
}

export const SHARED_DATA = fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const CHANGELOG = join(SHARED_DATA, 'perf/changelog.tar.zst');
const ATTRIBUTION = 'Changelog transcripts (© Changelog Media LLC, CC BY-SA 4.0)';
const QUICK_FILES = 60;
const NOT_A_TRANSCRIPT = /^(\.|licen[cs]e|readme|contributing)/i;

export async function openCorpus(bench: Bench): Promise<Corpus> {
  const { quick, workspace, say } = bench;
  const names = bench.names ?? (existsSync(SHARED_ENTITIES) ? SHARED_ENTITIES : null);
  if (bench.corpus === null && (names === null || !existsSync(CHANGELOG))) {
    say('There is no shared corpus: making a synthetic one');
    const folder = workspace.path('corpus');
    const made = await writeSyntheticCorpus(folder, quick ? QUICK_FILES : 1_500);

    return { label: '**synthetic** corpus and names', folder, files: await filesBelow(folder), names: made };
  }
  if (names === null) throw new Error('--corpus needs --names: there are no shared names.');

  const folder = bench.corpus === null ? await unpack(workspace.path('corpus')) : resolve(bench.corpus);
  const all = await filesBelow(folder);
  const files = quick ? spread(all, QUICK_FILES) : all;

  const what = bench.corpus === null ? ATTRIBUTION : folder;
  return { label: `${what}, ${files.length} of ${all.length} files`, folder, files, names: await readNames(names) };
}

async function unpack(folder: string): Promise<string> {
  await mkdir(folder);
  execFileSync('tar', ['--zstd', '-xf', CHANGELOG, '-C', folder]);

  return folder;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });

  return entries
    .filter((entry) => entry.isFile() && !NOT_A_TRANSCRIPT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Texts of all segments as the product reads them, in file order, runs of white space as one blank. */
export async function readSegments(files: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  for (const file of files)
    try {
      const { segments } = parseTranscript(await readFile(file), { durationMs: null });
      for (const { text } of segments) texts.push(text.replace(/\s+/g, ' '));
    } catch (error) {
      if (!(error instanceof TranscriptFormUnknown)) throw error;
    }

  return texts;
}

/** Of the texts as UTF-8. */
export const megabytes = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;
