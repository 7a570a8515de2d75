import type pg from 'pg';
import { messageOf, ProjectionFailed, type Run } from './apply.ts';
import { build, START, type Standing } from './build.ts';
import { endRequest, listCheckpoints, putCheckpoint, putFailure, putProgress, takeRequests } from './checkpoints.ts';
import type { EventLog } from './event-log/event-log.ts';
import { failureOf, type Lanes } from './lanes.ts';
import type { Projector } from './projector.ts';
import { createShadow, inTransaction, nextSchema } from './schemas.ts';

/** Builds tables beside the live ones. */
export class Rebuilds {
  /** Projectors whose tables are missing or have another version. */
  missing: readonly Projector[] = [];

  constructor(
    private readonly options: {
      readonly log: EventLog;
      readonly pool: pg.Pool;
      readonly projectors: readonly Projector[];
      readonly report: (line: string) => void;
    },
  ) {}

  /** Rebuilds what admins asked for, and what is missing. */
  async asked(lanes: Lanes, signal: AbortSignal): Promise<void> {
    const asked = await takeRequests(this.options.pool, 'rebuild');
    const projectors = this.options.projectors.filter(
      (projector) => asked.has(projector.name) || this.missing.includes(projector),
    );
    await this.build(projectors, lanes, signal);
  }

  /**
   * Builds beside the live tables in one pass over the log, then swaps each in between two batches. One that fails
   * leaves its old tables live and is not retried until requested; the others are built without it.
   */
  async build(projectors: readonly Projector[], lanes: Lanes, signal: AbortSignal): Promise<void> {
    if (projectors.length === 0) return;
    const names = projectors.map((projector) => projector.name);
    try {
      const runs: Run[] = [];
      for (const projector of projectors)
        runs.push(await createShadow(this.options.pool, projector, nextSchema(projector)));
      const standing = await this.buildWithProgress(runs, names, signal);
      for (const run of runs) await lanes.bringIn(run, standing);
      this.missing = this.missing.filter((projector) => !projectors.includes(projector));
      for (const name of names) await endRequest(this.options.pool, name, 'done');
    } catch (error) {
      const guilty = error instanceof ProjectionFailed ? error.projector : null;
      for (const name of names)
        if (name === guilty || guilty === null) await endRequest(this.options.pool, name, messageOf(error));
      if (!(error instanceof ProjectionFailed)) throw error;
      await this.setAside(error);
      await this.build(
        projectors.filter(({ name }) => name !== guilty),
        lanes,
        signal,
      );
    }
  }

  private async buildWithProgress(
    runs: readonly Run[],
    names: readonly string[],
    signal: AbortSignal,
  ): Promise<Standing> {
    const { log } = this.options;
    let written: Promise<unknown> = Promise.resolve();
    const standing = await build({
      log,
      pool: this.options.pool,
      runs,
      upTo: await log.head(),
      signal,
      onProgress: (progress) => {
        written = written.then(async () =>
          Promise.all(names.map(async (name) => putProgress(this.options.pool, name, progress))),
        );
        written.catch((error: unknown) => this.options.report(messageOf(error)));
      },
    });
    await written;

    return standing;
  }

  /** A projector whose tables cannot be built: reports it and waits for another version or a request. */
  private async setAside(error: ProjectionFailed): Promise<void> {
    const { projector: name } = error;
    const failure = failureOf(error, null);
    this.options.report(`${name} cannot be built: event ${failure.position} (${failure.type}): ${failure.error}`);
    if (!this.missing.some((projector) => projector.name === name)) return;
    this.missing = this.missing.filter((projector) => projector.name !== name);
    const known = (await listCheckpoints(this.options.pool)).some((checkpoint) => checkpoint.name === name);
    await inTransaction(this.options.pool, async (client) => {
      if (!known) await putCheckpoint(client, { name, version: 0, ...START });
      await putFailure(client, name, failure);
    });
  }
}
