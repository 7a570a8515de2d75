import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';
import { z } from 'zod';
import type { HostedProgram, HostedRun } from './command-host.ts';
import type { Ending, Environment } from './product.fixtures.ts';

/** The compiled file: Node does not run TypeScript. */
const HOST = fileURLToPath(new URL('../../dist/faults/command-host.js', import.meta.url));

const Ended = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });

let host: ChildProcess | null = null;
let last: Promise<unknown> = Promise.resolve();

afterAll(() => {
  host?.kill();
});

/**
 * How a program of the product ends, judged in a process that the spec file shares: it saves loading the product each
 * time. Whatever is about the process itself (signals, kills, its exit code) needs `start` or `run`.
 */
export function hosted(program: HostedProgram, words: readonly string[], environment: Environment): Promise<Ending> {
  const mine = last.then(() =>
    ask({ program, words, environment: { PORT: '0', SAMPLE_LIBRARY: 'off', ...environment } }),
  );
  last = mine.catch(() => undefined);

  return mine;
}

/** Runs one command of the command line; see `hosted`. */
export const command = (words: readonly string[], environment: Environment): Promise<Ending> =>
  hosted('earmark', words, environment);

async function ask(run: HostedRun): Promise<Ending> {
  const asked = (host ??= fork(HOST, {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  }));
  const over = new AbortController();
  try {
    asked.send(run);
    const ended = once(asked, 'exit', { signal: over.signal }).then(() => {
      throw new Error(`the process ended during ${run.program} ${run.words.join(' ')}`);
    });
    const [answer] = await Promise.race([once(asked, 'message', { signal: over.signal }), ended]);

    return Ended.parse(answer);
  } finally {
    over.abort();
  }
}
