import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** A server that ran this long was well, so the next pause is short again. */
const WELL_AFTER_MS = 5 * 60_000;
/** Failed starts in a row after which a process manager should learn of it. */
const MAX_FAILED_STARTS = 8;

interface SuperviseOptions {
  readonly firstPauseMs?: number;
  /** Variables that the program gets where our own environment does not set them. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Runs a Node program that sends `running` once it serves, and starts it again, later each time, when it ends by
 * itself. One that never ran is not started again: its settings are wrong. Interrupts it when `stopping` is aborted.
 * Returns the exit code.
 */
export async function supervise(
  words: readonly string[],
  stopping: AbortSignal,
  { firstPauseMs = FIRST_PAUSE_MS, environment = {} }: SuperviseOptions = {},
): Promise<number> {
  let child: ChildProcess | null = null;
  const stop = (): void => void child?.kill('SIGINT');
  stopping.addEventListener('abort', stop);
  try {
    let hasRun = false;
    for (let [pauseMs, failedStarts] = [firstPauseMs, 0]; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      let ranSince: number | null = null;
      child = spawn(process.execPath, words, {
        env: { ...environment, ...process.env },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      child.on('message', () => (ranSince = performance.now()));
      const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      hasRun ||= ranSince !== null;
      failedStarts = ranSince === null ? failedStarts + 1 : 0;
      if (stopping.aborted || code === 0 || !hasRun || failedStarts >= MAX_FAILED_STARTS) return code ?? 1;

      if (ranSince !== null && performance.now() - ranSince > WELL_AFTER_MS) pauseMs = firstPauseMs;
      const seconds = Math.ceil(pauseMs / 1000);
      console.error(
        `The server ended unexpectedly (${signal ?? `exit code ${code}`}); starting it again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      );
      await sleep(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
      if (stopping.aborted) return 0;
    }
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}
