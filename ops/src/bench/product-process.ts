import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_ENVIRONMENT, SERVER_PROGRAM } from '../server-program.ts';
import { addressOf } from '../e2e/kit/product.ts';
import { peakMbOf } from '../suites/earmark-process.ts';
import type { Workspace } from '../suites/workspace.ts';

const BETWEEN_MS = 200;

/** Runs the built product on this database as `npm start` does, without its supervisor; once it is ready, runs `task` with its URL and a probe of its peak memory. */
export const withProduct = <Value>(
  workspace: Workspace,
  databaseUrl: string,
  task: (url: string, peakMb: () => number | null) => Promise<Value>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Value> => workspace.during((signal) => run(signal, databaseUrl, task, environment));

async function run<Value>(
  signal: AbortSignal,
  databaseUrl: string,
  task: (url: string, peakMb: () => number | null) => Promise<Value>,
  environment: Readonly<Record<string, string>>,
) {
  const child = spawn(process.execPath, SERVER_PROGRAM, {
    env: {
      ...SERVER_ENVIRONMENT,
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      SAMPLE_LIBRARY: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const stop = () => child.kill('SIGINT');
  signal.addEventListener('abort', stop);
  try {
    const url = await addressOf(child);
    while (!(await fetch(`${url}/health/ready`)).ok) await sleep(BETWEEN_MS);

    return await task(url, () => peakMbOf(child.pid));
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await ended;
  }
}
