import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Workspace } from './workspace.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/earmark.js', import.meta.url));
const SAMPLE_MS = 100;

export interface CommandOutcome {
  readonly exitCode: number;
  readonly seconds: number;
  /** Peak memory of the process in MB; null without /proc. */
  readonly peakMb: number | null;
  /** Lines of standard output. */
  readonly lines: readonly string[];
  /** End of standard error. */
  readonly complaint: string;
}

/** Runs `earmark <words>` as a separate process on a data folder of the workspace. */
export const runEarmark = (workspace: Workspace, folder: string, words: readonly string[]): Promise<CommandOutcome> =>
  workspace.during((signal) => runUntil(signal, workspace.path(folder), words));

async function runUntil(signal: AbortSignal, dataDir: string, words: readonly string[]): Promise<CommandOutcome> {
  const start = performance.now();
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', EVENTSTORE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2_000)));
  let peakMb: number | null = null;
  const sampling = setInterval(() => {
    peakMb = peakMbOf(child.pid) ?? peakMb;
  }, SAMPLE_MS);
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? -1));
  }).finally(() => {
    clearInterval(sampling);
    signal.removeEventListener('abort', stop);
  });

  return {
    exitCode,
    seconds: (performance.now() - start) / 1000,
    peakMb,
    lines: output.split('\n').filter((line) => line !== ''),
    complaint,
  };
}

/** VmHWM. Null when the process has ended, or is not on Linux. */
export function peakMbOf(pid: number | undefined): number | null {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return null;
    throw error;
  }
}
