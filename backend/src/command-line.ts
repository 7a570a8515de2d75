import type { Config } from './config.ts';
import type { ExitCode } from './kit/command-line/command.ts';
import { Output } from './kit/command-line/output.ts';
import { parseWords } from './kit/command-line/parse-words.ts';
import { COMMANDS } from './terminal-commands.ts';

/** How long a command waits for an event log that does not answer. */
const LOG_PATIENCE_MS = 30_000;

/**
 * Runs one command, beside a running server or without one; prints nothing once interrupted. Throws UsageError before
 * anything is started.
 */
export async function runCommand(
  words: readonly string[],
  config: Config,
  leaseDatabase: () => Promise<string>,
  interruption: AbortSignal = new AbortController().signal,
  logPatienceMs = LOG_PATIENCE_MS,
): Promise<ExitCode> {
  const asked = await parseWords(words, COMMANDS);
  if ('help' in asked) {
    console.log(asked.help);

    return 0;
  }
  // Loads Nest and the features, which help and wrong words do without.
  const { runAsked } = await import('./run-asked.ts');

  return runAsked(asked, config, leaseDatabase, new Output(asked.json, interruption), logPatienceMs);
}
