import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem, type as system, release } from 'node:os';

/** Load per core at the start above which a run is marked. */
const NOISY_LOAD = 1.5;

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  /** First line of `rg --version`; null when there is none on the path. */
  readonly ripgrep: string | null;
  /** Load average of the last minute. */
  readonly load: number;
  readonly isNoisy: boolean;
}

export function describeMachine(): Machine {
  const cores = cpus().length;
  const load = loadavg()[0] ?? 0;

  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${system()} ${release()}`,
    node: process.versions.node,
    ripgrep: ripgrepVersion(),
    load,
    isNoisy: load > NOISY_LOAD * cores,
  };
}

function ripgrepVersion(): string | null {
  try {
    return execFileSync('rg', ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
