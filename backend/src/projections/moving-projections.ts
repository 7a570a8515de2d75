import type { EventLog } from '@earmark/projections/event-log';
import { foreignRunner, ForeignBuild, ForeignLog, projectors } from '@earmark/projections/runner';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Checkpoints } from '../kit/checkpoints.ts';
import type { Output } from '../kit/command-line/output.ts';
import { EVENT_LOG, STORE_URLS, type StoreUrls } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { startProjections } from '../kit/projections-thread.ts';

/** Keeps projections up to date while a command runs, with or without a server. */
@Injectable()
export class MovingProjections {
  constructor(
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(STORE_URLS) private readonly urls: StoreUrls,
  ) {}

  /**
   * Runs `work` with the projections of the server if one runs, else with our own. Resolves when all that have not
   * stopped have passed the last event of the log. Throws ForeignBuild when a server of another build maintains the
   * tables.
   */
  async during<Result>(output: Output, work: () => Promise<Result>): Promise<Result> {
    const projections = startProjections(this.urls);
    try {
      await this.waitForTables(output);
      const result = await work();
      await this.waitForProjections(output);

      return result;
    } finally {
      output.endProgress();
      await projections.stop();
    }
  }

  /** Warns where and why a projection has stopped. True when one has, since its tables then lack later events. */
  warnOfStopped(output: Output): boolean {
    const stopped = this.checkpoints.all.filter(
      ({ name, failure }) => failure !== null && projectors.some((one) => one.name === name),
    );
    for (const { name, failure } of stopped)
      output.warn(
        `The tables of ${name} stopped before event ${failure!.position} (${failure!.type}) and lack everything after it: ${failure!.error}`,
      );

    return stopped.length > 0;
  }

  /**
   * Refuses to write to a log that the tables were not built from, since no projection would pass it. Throws
   * ForeignLog.
   */
  async refuseForeignLog(): Promise<void> {
    const id = await this.log.id();
    for (const { name, last, logId } of this.checkpoints.all)
      if (last !== null && logId !== id)
        throw new ForeignLog(`The tables of ${name} were built from another event log.`);
  }

  /**
   * Waits until missing tables are built (the first time, and after a change of the code) before anything is read from
   * them.
   */
  private async waitForTables(output: Output): Promise<void> {
    const { checkpoints } = this;
    while (
      !projectors.every(({ name, version }) =>
        checkpoints.all.some((one) => one.name === name && (one.version === version || one.failure !== null)),
      )
    ) {
      if (await foreignRunner(this.pool, projectors)) throw new ForeignBuild();
      output.progress('Building the tables');
      await new Promise<void>((resolve) => {
        const forget = checkpoints.onChange(() => {
          forget();
          resolve();
        });
      });
    }
  }

  /** Waits until every projection that has not stopped has passed the last event. */
  private async waitForProjections(output: Output): Promise<void> {
    const { checkpoints } = this;
    const head = await this.log.head();
    while (!(await checkpoints.passed(head))) {
      if (checkpoints.all.filter(({ failure }) => failure !== null).length === projectors.length) return;
      if (await foreignRunner(this.pool, projectors)) throw new ForeignBuild();
      const least = checkpoints.reached ?? 0n;
      output.progress(`Projections at ${least} of ${head}`);
    }
  }
}
