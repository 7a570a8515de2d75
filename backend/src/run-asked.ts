import type { EventLog } from '@earmark/projections/event-log';
import { openAppContext } from './app-context.ts';
import type { Config } from './config.ts';
import type { ExitCode } from './kit/command-line/command.ts';
import type { Output } from './kit/command-line/output.ts';
import type { Asked } from './kit/command-line/parse-words.ts';
import { Commands } from './kit/commands.ts';
import { outageOf } from './kit/outage.ts';
import { PatientLog } from './kit/patient-log.ts';
import { Streams } from './kit/streams.ts';
import { MovingProjections } from './projections/moving-projections.ts';
import { ensureKnownEntityTypes } from './vocabulary/known-entity-types.ts';

const PARTLY_DONE = 2;

/** Runs the command in an application without HTTP. */
export async function runAsked(
  { command: declared, args, options }: Asked,
  config: Config,
  leaseDatabase: () => Promise<string>,
  output: Output,
  logPatienceMs: number,
): Promise<ExitCode> {
  const { command, feature } = await declared.load();
  const warn = (line: string) => output.warn(line);
  const used: PatientLog[] = [];
  const wrap = (log: EventLog) => {
    used.push(new PatientLog(log, warn, logPatienceMs));
    return used[0]!;
  };
  const app = await openAppContext(config, await leaseDatabase(), warn, { wrap, feature });
  let appendsBefore = 0;
  const run = async () => app.get(command).run(args, options, output);
  const { projections } = declared;
  try {
    if (projections === 'as-they-are') return await run();
    const moving = app.get(MovingProjections);
    if (projections === 'moving') await moving.refuseForeignLog();

    const code = await moving.during(output, async () => {
      await ensureKnownEntityTypes(app.get(Commands), app.get(Streams).log);
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
