import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { timed } from '../suites/statistics.ts';

/** A pass that would take longer runs on a sample. */
const LONGEST_MS = 5_000;
const SAMPLE_MS = 4_000;
const QUICK_MS = 2_000;
const FIRST_TRIAL_BYTES = 4_000;
/** Shorter trials are too imprecise. */
const TRIAL_MS = 500;
const NEWLINE = 10;
const ARGUMENTS = ['--no-config', '--no-unicode', '-F', '-w', '-i', '-o', '-n'];

export interface RipgrepSample {
  readonly file: string;
  readonly megabytes: number;
  readonly isWhole: boolean;
  /** Time to search an empty file: start-up and compiling the names, which takes seconds for very many. */
  readonly emptyMs: number;
}

/** Milliseconds of one search, minus the time to search an empty file. */
export async function ripgrepMs(
  names: string,
  { file, emptyMs }: Pick<RipgrepSample, 'file' | 'emptyMs'>,
  scratch: string,
): Promise<{ ms: number; occurrences: number }> {
  const { ms } = await timed(() => search(names, file, `${scratch}.found`));

  return { ms: Math.max(0.1, ms - emptyMs), occurrences: linesOf(`${scratch}.found`) };
}

/** The whole file when searching it takes less than five seconds, otherwise as many first lines as take four. */
export async function ripgrepSample(
  names: string,
  file: string,
  scratch: string,
  quick: boolean,
): Promise<RipgrepSample> {
  const bytes = statSync(file).size;
  const nothing = `${scratch}.empty`;
  writeFileSync(nothing, '');
  const { ms: emptyMs } = await timed(() => search(names, nothing, `${scratch}.found`));
  const [longestMs, sampleMs] = quick ? [QUICK_MS, QUICK_MS] : [LONGEST_MS, SAMPLE_MS];
  for (let size = FIRST_TRIAL_BYTES; size < bytes; size *= 4) {
    const trial = head(file, size, `${scratch}.trial`);
    const { ms } = await ripgrepMs(names, { file: trial, emptyMs }, scratch);
    if (ms < TRIAL_MS) continue;
    if ((ms / size) * bytes <= longestMs) break;
    const sample = head(file, Math.max(size, (sampleMs / ms) * size), `${scratch}.sample`);

    return { file: sample, megabytes: statSync(sample).size / 1e6, isWhole: false, emptyMs };
  }

  return { file, megabytes: bytes / 1e6, isWhole: true, emptyMs };
}

function search(names: string, file: string, found: string): void {
  const output = openSync(found, 'w');
  const { status, error } = spawnSync('rg', [...ARGUMENTS, '-f', names, file], {
    stdio: ['ignore', output, 'inherit'],
  });
  closeSync(output);
  if (error) throw error;
  // 1: nothing found.
  if (status !== 0 && status !== 1) throw new Error(`rg ended with ${status}`);
}

/** The first `bytes` of a file, without the last, incomplete line. */
function head(file: string, bytes: number, target: string): string {
  const buffer = Buffer.alloc(Math.floor(bytes));
  const input = openSync(file, 'r');
  readSync(input, buffer, 0, buffer.length, 0);
  closeSync(input);
  writeFileSync(target, buffer.subarray(0, buffer.lastIndexOf(NEWLINE) + 1));

  return target;
}

const linesOf = (path: string): number => readFileSync(path).reduce((sum, byte) => sum + (byte === NEWLINE ? 1 : 0), 0);
