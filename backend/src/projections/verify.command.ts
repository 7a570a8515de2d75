import type { EventLog } from '@earmark/projections/event-log';
import { projectors, verify } from '@earmark/projections/runner';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Checkpoints } from '../kit/checkpoints.ts';
import type { ExitCode, TerminalCommand } from '../kit/command-line/command.ts';
import type { Output } from '../kit/command-line/output.ts';
import { EVENT_LOG } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { inWords } from './rebuild-projections.ts';

/** Rebuilds into shadow tables and compares them with the live ones, row by row. */
@Injectable()
export class VerifyCommand implements TerminalCommand {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly checkpoints: Checkpoints,
  ) {}

  async run(_args: readonly string[], _options: unknown, output: Output): Promise<ExitCode> {
    const { pool, log, checkpoints } = this;
    const head = await log.head();
    while (!(await checkpoints.passed(head)) && checkpoints.all.some(({ failure }) => failure === null))
      output.progress(`Projections at ${checkpoints.reached ?? 0n} of ${head}`);
    // Stopped while they were built, so there is nothing to compare; the command ends with the reason.
    const unbuilt = projectors.filter(({ name, version }) =>
      checkpoints.all.some((one) => one.name === name && one.version !== version && one.failure !== null),
    );
    const comparisons = await verify({
      log,
      pool,
      projectors: projectors.filter((projector) => !unbuilt.includes(projector)),
      onProgress: (progress) => output.progress(`Rebuilding beside the live tables: ${inWords(progress)}`),
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

    if (different === 0 && unbuilt.length === 0) return 0;

    return different < comparisons.length ? 2 : 1;
  }
}
