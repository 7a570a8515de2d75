import { foreignRunner, ForeignBuild, ForeignLog, projectors } from '@earmark/projections/runner';
import { startProjections } from '../kit/projections-thread.ts';
import type { Services } from '../services.ts';
import type { Output } from './output.ts';

/**
 * Runs `work` with projections that move: those of a server where there is one, else our own. Ends when all that work have
 * passed the last event of the log. Throws ForeignBuild when a server of another build keeps the tables.
 */
export async function withProjections<Result>(
  services: Services,
  output: Output,
  work: () => Promise<Result>,
): Promise<Result> {
  const settings = { databaseUrl: services.databaseUrl, eventstoreUrl: services.config.EVENTSTORE_URL };
  const projections = startProjections(settings, (line) => output.warn(line));
  try {
    await waitForTables(services, output);
    const result = await work();
    await waitForProjections(services, output);

    return result;
  } finally {
    output.endProgress();
    await projections.stop();
  }
}

/** Says of each projection that has stopped where and why. True when there is one: its tables lack what came after. */
export function warnOfStopped({ checkpoints }: Services, output: Output): boolean {
  const stopped = checkpoints.all.filter(
    ({ name, failure }) => failure !== null && projectors.some((one) => one.name === name),
  );
  for (const { name, failure } of stopped)
    output.warn(
      `The tables of ${name} stopped before event ${failure!.position} (${failure!.type}) and lack what came after it: ${failure!.error}`,
    );

  return stopped.length > 0;
}

/** Nothing is written to a log that the tables do not come from: no projection would ever pass it. Throws ForeignLog. */
export async function refuseForeignLog({ log, checkpoints }: Services): Promise<void> {
  const id = await log.id();
  for (const { name, last, logId } of checkpoints.all)
    if (last !== null && logId !== id) throw new ForeignLog(`The tables of ${name} were made from another event log.`);
}

/** The first time, and after a change of the code, the tables are built before anything is read from them. */
async function waitForTables({ checkpoints, pool }: Services, output: Output): Promise<void> {
  while (
    !projectors.every(({ name, version }) =>
      checkpoints.all.some((one) => one.name === name && (one.version === version || one.failure !== null)),
    )
  ) {
    if (await foreignRunner(pool, projectors)) throw new ForeignBuild();
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
async function waitForProjections({ log, checkpoints, pool }: Services, output: Output): Promise<void> {
  const head = await log.head();
  while (!(await checkpoints.passed(head))) {
    if (checkpoints.all.filter(({ failure }) => failure !== null).length === projectors.length) return;
    if (await foreignRunner(pool, projectors)) throw new ForeignBuild();
    const least = checkpoints.reached ?? 0n;
    output.progress(`Projections at ${least} of ${head}`);
  }
}
