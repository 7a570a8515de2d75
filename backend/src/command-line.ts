import { parseArgs } from 'node:util';
import { projectors } from '@earmark/projections/runner';
import { backupCommand } from './backup/backup.command.ts';
import { restoreCommand } from './backup/restore.command.ts';
import { rebuildCommand, verifyCommand } from './commands/projections.command.ts';
import { Output } from './commands/output.ts';
import { userCommand } from './commands/user.command.ts';
import { UsageError } from './commands/usage-error.ts';
import { refuseForeignLog, warnOfStopped, withProjections } from './commands/with-projections.ts';
import type { Config } from './config.ts';
import { exportCommand } from './export/export.command.ts';
import { importCommand } from './import/import.command.ts';
import { recountCommand } from './recounts/recount.command.ts';
import { openAppContext } from './app-context.ts';
import { servicesOf, type Services } from './services.ts';
import { ensureKnownEntityTypes } from './vocabulary/known-entity-types.ts';

/** All done, partly done, nothing done. */
export type ExitCode = 0 | 1 | 2;

export interface CommandRun {
  readonly services: Services;
  readonly args: readonly string[];
  readonly options: CommandOptions;
  readonly output: Output;
}

/** What stands behind `--series` and the like; null, or false, when it was not said. */
export interface CommandOptions {
  readonly series: string | null;
  readonly form: string | null;
  readonly podcast: readonly string[] | null;
  readonly entity: string | null;
  readonly out: string | null;
  readonly 'as-of': string | null;
  readonly publish: boolean;
}

const NOTHING_SAID: CommandOptions = {
  series: null,
  form: null,
  podcast: null,
  entity: null,
  out: null,
  'as-of': null,
  publish: false,
};

interface Command {
  readonly usage: string;
  /** Most words that may follow the command. */
  readonly words: number;
  /** What is said when none does; null where none has to. */
  readonly needs: string | null;
  readonly options: readonly (keyof CommandOptions)[];
  /** Moves the projections itself when no server does, and ends when they have passed its last event. */
  readonly needsProjections: boolean;
  readonly run: (run: CommandRun) => Promise<ExitCode>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  import: {
    usage:
      'import <feed url | feed file | OPML | transcript file or folder | patterns .csv or .jsonl>… [--series NAME]',
    words: Infinity,
    needs: 'import needs a feed address, a file or a folder.',
    options: ['series'],
    needsProjections: true,
    run: importCommand,
  },
  export: {
    usage:
      'export mentions|transcripts [--form csv|jsonl|vtt|srt] [--podcast PODCAST] [--entity ENTITY] [--out FOLDER|-]',
    words: 1,
    needs: 'export needs mentions or transcripts.',
    options: ['form', 'podcast', 'entity', 'out'],
    needsProjections: true,
    run: exportCommand,
  },
  backup: {
    usage: 'backup FILE[.gz]',
    words: 1,
    needs: 'backup needs the name of a file; one that ends in .gz is compressed.',
    options: [],
    needsProjections: false,
    run: backupCommand,
  },
  // It moves the projections itself, once the log is whole.
  restore: {
    usage: 'restore FILE',
    words: 1,
    needs: 'restore needs the name of a backup.',
    options: [],
    needsProjections: false,
    run: restoreCommand,
  },
  rebuild: {
    usage: `rebuild <${projectors.map(({ name }) => name).join(' | ')} | all>`,
    words: 1,
    needs: `rebuild needs one of ${projectors.map(({ name }) => name).join(', ')}, or all.`,
    options: [],
    needsProjections: true,
    run: rebuildCommand,
  },
  recount: {
    usage: 'recount [--podcast PODCAST]… [--as-of POSITION|EVENT|INSTANT] [--publish]',
    words: 0,
    needs: null,
    options: ['podcast', 'as-of', 'publish'],
    needsProjections: true,
    run: recountCommand,
  },
  verify: { usage: 'verify', words: 0, needs: null, options: [], needsProjections: true, run: verifyCommand },
  user: {
    usage:
      'user add NAME admin|analyst|reader · user role NAME admin|analyst|reader · user passwd|disable|enable NAME · user list',
    words: 3,
    needs: 'user needs add, role, passwd, disable, enable or list.',
    options: [],
    needsProjections: false,
    run: userCommand,
  },
};

const PARTLY = 2;
const HELP = new Set(['help', '--help', '-h']);
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
  if (HELP.has(words[0] ?? '')) {
    console.log(USAGE);

    return 0;
  }
  const { positionals, values } = readWords(words);
  const [name = '', ...args] = positionals;
  const command = COMMANDS[name];
  if (!command) throw new UsageError(name === '' ? USAGE : `There is no command "${name}".\n${USAGE}`);
  const { json, ...said } = values;
  checkWords(name, command, args, said);

  const output = new Output(json, interruption);
  const app = await openAppContext(config, await leaseDatabase(), (line) => output.warn(line));
  const services = servicesOf(app);
  const run = {
    services,
    args,
    options: { ...NOTHING_SAID, ...said },
    output,
  };
  try {
    if (!command.needsProjections) return await command.run(run);
    if (command.run !== rebuildCommand) await refuseForeignLog(services);

    const code = await withProjections(services, output, async () => {
      await ensureKnownEntityTypes(services.vocabulary, services.streams);

      return command.run(run);
    });

    return warnOfStopped(services, output) && code === 0 ? PARTLY : code;
  } finally {
    output.endProgress();
    await app.close();
  }
}

/** Before anything is started. A word that would change nothing was meant to change something. */
function checkWords(name: string, command: Command, args: readonly string[], said: object): void {
  if (command.needs !== null && args.length === 0)
    throw new UsageError(`${command.needs}\nnpm run earmark -- ${command.usage}`);
  const extra = args.slice(command.words);
  const unknown = Object.keys(said).filter((option) => !command.options.some((one) => one === option));
  const unused = [...extra.map((word) => `"${word}"`), ...unknown.map((option) => `--${option}`)];
  if (unused.length > 0)
    throw new UsageError(`${name} has no use for ${unused.join(', ')}.\nnpm run earmark -- ${command.usage}`);
}

function readWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        series: { type: 'string' },
        form: { type: 'string' },
        podcast: { type: 'string', multiple: true },
        entity: { type: 'string' },
        out: { type: 'string' },
        'as-of': { type: 'string' },
        publish: { type: 'boolean' },
      },
    });
  } catch (error) {
    // What follows the first sentence is about words that begin with a hyphen.
    const [sentence] = String(error instanceof Error ? error.message : error).split(/(?<=\.) To specify/);
    throw new UsageError(`${sentence}\n${USAGE}`);
  }
}
