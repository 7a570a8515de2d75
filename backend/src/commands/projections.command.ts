import {
  ForeignBuild,
  foreignRunner,
  listRequests,
  projectors,
  request,
  verify,
  type Progress,
} from '@earmark/projections/runner';
import type { CommandRun, ExitCode } from '../command-line.ts';
import type { Services } from '../services.ts';
import type { Output } from './output.ts';
import { UsageError } from './usage-error.ts';

const POLL_MS = 250;

const told = ({ percent, eventsPerSecond, secondsLeft }: Progress): string =>
  `${percent} %, ${eventsPerSecond} events/s${secondsLeft === null ? '' : `, ${secondsLeft} s left`}`;

/** Asks the active runner, this process or the server, for a rebuild beside the live tables and waits for it. */
export async function rebuildCommand({ services, args, output }: CommandRun): Promise<ExitCode> {
  const [what] = args;
  const names = projectors.map(({ name }) => name).filter((name) => what === 'all' || what === name);
  if (names.length === 0)
    throw new UsageError(`rebuild takes one of ${projectors.map(({ name }) => name).join(', ')}, or all.`);

  return rebuildProjections(services, output, names);
}

/** Ends when they have been rebuilt, or cannot be; says which. */
export async function rebuildProjections(
  { pool }: Services,
  output: Output,
  names: readonly string[],
): Promise<ExitCode> {
  await request(pool, names, 'rebuild');
  for (;;) {
    const rows = (await listRequests(pool)).filter(({ name }) => names.includes(name));
    if (rows.every(({ request: asked }) => asked === null)) {
      for (const { name, outcome } of rows)
        output.result(
          { projection: name, outcome },
          outcome === 'done' ? `${name}: rebuilt` : `${name}: not rebuilt: ${outcome}. The old tables go on serving.`,
        );
      const done = rows.filter(({ outcome }) => outcome === 'done').length;
      return done === rows.length ? 0 : done > 0 ? 2 : 1;
    }
    if (await foreignRunner(pool, projectors)) throw new ForeignBuild();
    const progress = rows.find((row) => row.progress)?.progress;
    if (progress) output.progress(`Rebuilding ${names.join(', ')}: ${told(progress)}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Rebuilds into shadow tables and compares them with the live ones, row by row. */
export async function verifyCommand({ services, output }: CommandRun): Promise<ExitCode> {
  const { pool, log, checkpoints } = services;
  const head = await log.head();
  while (!(await checkpoints.passed(head)) && checkpoints.all.some(({ failure }) => failure === null))
    output.progress(`Projections at ${checkpoints.reached ?? 0n} of ${head}`);
  const comparisons = await verify({
    log,
    pool,
    projectors,
    onProgress: (progress) => output.progress(`Rebuilding beside the live tables: ${told(progress)}`),
  });
  let different = 0;
  for (const { projector, table, rows, differences, examples } of comparisons) {
    if (differences > 0) different++;
    output.result(
      { projector, table, rows, differences, examples },
      `${table}: ${rows} rows equal${differences > 0 ? `, ${differences} different` : ''}`,
    );
    for (const example of examples) output.warn(`  ${example}`);
  }

  return different === 0 ? 0 : different < comparisons.length ? 2 : 1;
}
