import { projectors } from '@earmark/projections/runner';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { ExitCode, TerminalCommand } from '../kit/command-line/command.ts';
import type { Output } from '../kit/command-line/output.ts';
import { UsageError } from '../kit/command-line/usage-error.ts';
import { PG_POOL } from '../kit/pg.ts';
import { rebuildProjections } from './rebuild-projections.ts';

const NAMES = projectors.map(({ name }) => name);

/** Rebuilds tables beside the live ones. */
@Injectable()
export class RebuildCommand implements TerminalCommand {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  async run([what]: readonly string[], _options: unknown, output: Output): Promise<ExitCode> {
    const names = NAMES.filter((name) => what === 'all' || what === name);
    if (names.length === 0) throw new UsageError(`rebuild takes one of ${NAMES.join(', ')}, or all.`);

    return rebuildProjections(this.pool, output, names);
  }
}
