import { UserCommand } from './accounts/user.command.ts';
import { openAppContext } from './app-context.ts';
import { BackupCommand } from './backup/backup.command.ts';
import { RestoreCommand } from './backup/restore.command.ts';
import type { Config } from './config.ts';
import { outageOf } from './kit/outage.ts';
import { PatientLog } from './kit/patient-log.ts';
import { ExportCommand } from './export/export.command.ts';
import { ImportCommand } from './import/import.command.ts';
import type { ExitCode, TerminalCommandClass } from './kit/command-line/command.ts';
import { Output } from './kit/command-line/output.ts';
import { parseWords } from './kit/command-line/parse-words.ts';
import { Commands } from './kit/commands.ts';
import { Streams } from './kit/streams.ts';
import { MovingProjections } from './projections/moving-projections.ts';
import { RebuildCommand } from './projections/rebuild.command.ts';
import { VerifyCommand } from './projections/verify.command.ts';
import { RecountCommand } from './recounts/recount.command.ts';
import { ensureKnownEntityTypes } from './vocabulary/known-entity-types.ts';

const COMMANDS: readonly TerminalCommandClass[] = [
  ImportCommand,
  ExportCommand,
  BackupCommand,
  RestoreCommand,
  RebuildCommand,
  RecountCommand,
  VerifyCommand,
  UserCommand,
];
const PARTLY_DONE = 2;
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
  const asked = parseWords(words, COMMANDS);
  if ('help' in asked) {
    console.log(asked.help);

    return 0;
  }
  const output = new Output(asked.json, interruption);
  const warn = (line: string) => output.warn(line);
  const used: PatientLog[] = [];
  const app = await openAppContext(config, await leaseDatabase(), warn, (log) => {
    used.push(new PatientLog(log, warn, logPatienceMs));
    return used[0]!;
  });
  let appendsBefore = 0;
  const run = async () => app.get(asked.command).run(asked.args, asked.options, output);
  const { projections } = asked.command;
  try {
    if (projections === 'as-they-are') return await run();
    const moving = app.get(MovingProjections);
    if (projections === 'moving') await moving.refuseForeignLog();

    const code = await moving.during(output, async () => {
      await ensureKnownEntityTypes(app.get(Commands), app.get(Streams));
      appendsBefore = used[0]!.appends;

      return run();
    });

    return moving.warnOfStopped(output) && code === 0 ? PARTLY_DONE : code;
  } catch (error) {
    const isPartlyDone = outageOf(error) !== null && used[0]!.appends > appendsBefore;
    if (!isPartlyDone || !(error instanceof Error)) throw error;
    output.warn(`${error.message}. What was recorded is kept; run the same command again to continue.`);

    return PARTLY_DONE;
  } finally {
    output.endProgress();
    await app.close();
  }
}
