import { projectors, Runner } from '@earmark/projections/runner';
import { openAppContext } from '../app-context.ts';
import { readConfig } from '../config.ts';
import type { ExitCode } from '../kit/command-line/command.ts';
import { Output } from '../kit/command-line/output.ts';
import { parseWords } from '../kit/command-line/parse-words.ts';
import { COMMANDS } from '../terminal-commands.ts';
import { SPEC_PATIENCE_MS } from './running-app.ts';
import { servicesOf, type Services } from './services.ts';

/** The command line on one database, whose commands share one application. */
export interface OpenTerminal {
  readonly services: Services;
  /** Runs one command. Resolves when the projections have passed its last event. Throws UsageError. */
  run(...words: string[]): Promise<ExitCode>;
  close(): Promise<void>;
}

/**
 * A command of its own costs a second of work: it loads the features and starts the projections in a thread. What a
 * command does needs neither; how it starts and ends, and its tables that have stopped, need `runCommand`.
 */
export async function openTerminal(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<OpenTerminal> {
  const config = readConfig({ FETCH_ALLOW_PRIVATE: 'true', ...environment });
  const app = await openAppContext(config, databaseUrl, () => {});
  const services = servicesOf(app);
  const { log, checkpoints } = services;
  checkpoints.patienceMs = SPEC_PATIENCE_MS;
  const runner = new Runner({ log, databaseUrl, projectors });
  runner.start();

  return {
    services,
    run: async (...words) => {
      const asked = await parseWords(words, COMMANDS);
      if ('help' in asked) throw new Error(`${words.join(' ')} asks for help`);
      const { command } = await asked.command.load();
      const output = new Output(asked.json, new AbortController().signal);
      const exit = await app.get(command).run(asked.args, asked.options, output);
      const head = await log.head();
      while (!(await checkpoints.passed(head)));

      return exit;
    },
    close: async () => {
      // Stopped first: it reads the log, which the application closes.
      await runner.stop();
      await app.close();
    },
  };
}
