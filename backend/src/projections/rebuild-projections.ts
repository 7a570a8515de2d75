import {
  ForeignBuild,
  foreignRunner,
  listRequests,
  projectors,
  request,
  type Progress,
} from '@earmark/projections/runner';
import type { Pool } from 'pg';
import type { ExitCode } from '../kit/command-line/command.ts';
import type { Output } from '../kit/command-line/output.ts';

const POLL_MS = 250;

export const inWords = ({ percent, eventsPerSecond, secondsLeft }: Progress): string =>
  `${percent} %, ${eventsPerSecond} events/s${secondsLeft === null ? '' : `, ${secondsLeft} s left`}`;

/**
 * Asks the active runner (this process or the server) for a rebuild, waits until each succeeds or fails, and reports
 * it.
 */
export async function rebuildProjections(pool: Pool, output: Output, names: readonly string[]): Promise<ExitCode> {
  await request(pool, names, 'rebuild');
  for (;;) {
    const rows = (await listRequests(pool)).filter(({ name }) => names.includes(name));
    if (rows.every(({ request: asked }) => asked === null)) {
      for (const { name, outcome } of rows)
        output.result(
          { projection: name, outcome },
          outcome === 'done' ? `${name}: rebuilt` : `${name}: not rebuilt: ${outcome}. The old tables stay in use.`,
        );
      const done = rows.filter(({ outcome }) => outcome === 'done').length;
      return done === rows.length ? 0 : done > 0 ? 2 : 1;
    }
    if (await foreignRunner(pool, projectors)) throw new ForeignBuild();
    const progress = rows.find((row) => row.progress)?.progress;
    if (progress) output.progress(`Rebuilding ${names.join(', ')}: ${inWords(progress)}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
