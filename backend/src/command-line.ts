import { parseArgs } from 'node:util';
import { ForeignLog, projectors } from '@earmark/projections/runner';
import { rebuildCommand, verifyCommand } from './commands/projections.command.ts';
import { Output } from './commands/output.ts';
import { userCommand } from './commands/user.command.ts';
import { UsageError } from './commands/usage-error.ts';
import type { Config } from './config.ts';
import { importCommand } from './import/import.command.ts';
import { startProjections, type ProjectionsThread } from './kit/projections-thread.ts';
import { openServices, type Services } from './services.ts';
import { ensureKnownEntityTypes } from './vocabulary/known-entity-types.ts';

export { UsageError };

/** All done, partly done, nothing done. */
export type ExitCode = 0 | 1 | 2;

export interface CommandRun {
  readonly services: Services;
  readonly args: readonly string[];
  readonly options: { readonly series: string | null };
  readonly output: Output;
}

interface Command {
  readonly usage: string;
  /** Moves the projections itself when no server does, and ends when they have passed its last event. */
  readonly needsProjections: boolean;
  readonly run: (run: CommandRun) => Promise<ExitCode>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  import: {
    usage:
      'import <feed url | feed file | OPML | transcript file or folder | patterns .csv or .jsonl>… [--series NAME]',
    needsProjections: true,
    run: importCommand,
  },
  rebuild: {
    usage: `rebuild <${projectors.map(({ name }) => name).join(' | ')} | all>`,
    needsProjections: true,
    run: rebuildCommand,
  },
  verify: { usage: 'verify', needsProjections: true, run: verifyCommand },
  user: {
    usage: 'user add NAME admin|analyst|reader · user passwd NAME · user list',
    needsProjections: false,
    run: userCommand,
  },
};

const USAGE = [
  'npm run earmark -- <command> [--json]',
  ...Object.values(COMMANDS).map(({ usage }) => `  ${usage}`),
].join('\n');

/** Runs one command, beside a running server or without one; silent once interrupted. Throws UsageError when the words are off. */
export async function runCommand(
  words: readonly string[],
  config: Config,
  leaseDatabase: () => Promise<string>,
  interruption: AbortSignal = new AbortController().signal,
): Promise<ExitCode> {
  const { positionals, values } = readWords(words);
  const [name = '', ...args] = positionals;
  const command = COMMANDS[name];
  if (!command)
    throw new UsageError(name === '' || name === 'help' ? USAGE : `There is no command "${name}".\n${USAGE}`);

  const output = new Output(values.json, interruption);
  const services = await openServices(config, await leaseDatabase(), (line) => output.warn(line));
  let projections: ProjectionsThread | null = null;
  try {
    if (command.needsProjections) {
      if (command.run !== rebuildCommand) await refuseForeignLog(services);
      const settings = { databaseUrl: services.databaseUrl, eventstoreUrl: config.EVENTSTORE_URL };
      projections = startProjections(settings, (line) => output.warn(line));
      await waitForTables(services, output);
    }
    await ensureKnownEntityTypes(services.vocabulary, services.streams);
    const exitCode = await command.run({ services, args, options: { series: values.series ?? null }, output });
    if (command.needsProjections) await waitForProjections(services, output);

    return exitCode;
  } finally {
    output.endProgress();
    await projections?.stop();
    await services.close();
  }
}

function readWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, series: { type: 'string' } },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

/** Nothing is written to a log that the tables do not come from: no projection would ever pass it. Throws ForeignLog. */
async function refuseForeignLog({ log, checkpoints }: Services): Promise<void> {
  const id = await log.id();
  for (const { name, last, logId } of checkpoints.all)
    if (last !== null && logId !== id) throw new ForeignLog(`The tables of ${name} were made from another event log.`);
}

/** The first time, and after a change of the code, the tables are built before anything is read from them. */
async function waitForTables({ checkpoints }: Services, output: Output): Promise<void> {
  while (
    !projectors.every(({ name, version }) =>
      checkpoints.all.some((one) => one.name === name && (one.version === version || one.failure !== null)),
    )
  ) {
    output.progress('Building the tables');
    await new Promise<void>((resolve) => {
      const forget = checkpoints.onChange(() => {
        forget();
        resolve();
      });
    });
  }
}

/** Until every projection that works has passed the last event. */
async function waitForProjections({ log, checkpoints }: Services, output: Output): Promise<void> {
  const head = await log.head();
  while (!(await checkpoints.passed(head))) {
    const stopped = checkpoints.all.filter(({ failure }) => failure !== null);
    if (stopped.length === projectors.length) {
      output.warn('All projections have stopped; look at GET /health/ready.');
      return;
    }
    const least = checkpoints.reached ?? 0n;
    output.progress(`Projections at ${least} of ${head}`);
  }
}
