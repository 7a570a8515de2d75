import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { HostedProgram, HostedRun } from './command-host.ts';
import type { Ending, Environment } from './product.fixtures.ts';

/** The compiled file: Node does not run TypeScript. */
const HOST = fileURLToPath(new URL('../../dist/faults/command-host.js', import.meta.url));

const Ended = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });

interface Host {
  readonly process: ChildProcess;
  /** Settles when the host is free again. */
  last: Promise<unknown>;
}

/** Each spec file loads this module anew, but globals belong to the worker, whose spec files share one host. */
const worker = globalThis as { commandHost?: Host };

/**
 * How a program of the product ends, judged in a process that the spec files of a worker share: it saves loading the
 * product each time. Whatever is about the process itself (signals, kills, its exit code) needs `start` or `run`.
 */
export function hosted(program: HostedProgram, words: readonly string[], environment: Environment): Promise<Ending> {
  const host = runningHost();
  const mine = host.last.then(() =>
    ask(host.process, {
      program,
      words,
      environment: { PORT: '0', SAMPLE_LIBRARY: 'off', FEED_REFRESH_MINUTES: '0', ...environment },
    }),
  );
  host.last = mine.catch(() => undefined);

  return mine;
}

/** Runs one command of the command line; see `hosted`. */
export const command = (words: readonly string[], environment: Environment): Promise<Ending> =>
  hosted('earmark', words, environment);

function runningHost(): Host {
  if (worker.commandHost?.process.connected) return worker.commandHost;
  const child = fork(HOST, { env: { PATH: process.env.PATH }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  // The worker may end; the host then ends too.
  child.unref();
  child.channel?.unref();

  return (worker.commandHost = { process: child, last: Promise.resolve() });
}

async function ask(host: ChildProcess, asked: HostedRun): Promise<Ending> {
  const over = new AbortController();
  try {
    host.send(asked);
    const ended = once(host, 'exit', { signal: over.signal }).then(() => {
      throw new Error(`the process ended during ${asked.program} ${asked.words.join(' ')}`);
    });
    const [answer] = await Promise.race([once(host, 'message', { signal: over.signal }), ended]);

    return Ended.parse(answer);
  } finally {
    over.abort();
  }
}
