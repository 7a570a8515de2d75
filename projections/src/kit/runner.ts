import { createHash } from 'node:crypto';
import pg from 'pg';
import { messageOf, ProjectionFailed, type Run } from './apply.ts';
import { build, START, type Standing } from './build.ts';
import {
  createCheckpointTable,
  endRequest,
  listCheckpoints,
  listRequests,
  putCheckpoint,
  putFailure,
  putProgress,
  READ_SCHEMA,
  REQUEST_CHANNEL,
  takeRequests,
} from './checkpoints.ts';
import type { EventLog } from './event-log/event-log.ts';
import { Inbox } from './inbox.ts';
import { BATCH_EVENTS, failureOf, Lanes } from './lanes.ts';
import { pause } from './pause.ts';
import { CONNECTIONS } from '../connections.ts';
import { openPool } from './pool.ts';
import type { Projector } from './projector.ts';
import { createShadow, inTransaction, nextSchema } from './schemas.ts';

const INBOX_EVENTS = 2 * BATCH_EVENTS;
const STANDBY_MS = 1000;
const TROUBLE_MS = 60_000;
/** Lock of the one active runner per database. The number is arbitrary. */
const RUNNER_LOCK = 7_305_001;

export type RunnerState = 'standby' | 'building' | 'live' | 'refused' | 'stopped';

/** The log is not, or no longer entirely, the one that the tables were built from. */
export class ForeignLog extends Error {
  override readonly name = 'ForeignLog';

  /** `what` is a sentence; the remedy is appended. */
  constructor(what: string) {
    super(`${what} Restore the previous log, or run: npm run earmark -- rebuild all`);
  }
}

/** The tables belong to a running server of another build. */
export class ForeignBuild extends Error {
  override readonly name = 'ForeignBuild';

  constructor() {
    super(
      'A server of another version of Earmark is running on this database and maintains its tables for that version. Stop it, or restart it with this version, then run the command again.',
    );
  }
}

/** Name of the connection that holds the lock: differs between builds with different tables. */
const runnerName = (projectors: readonly Projector[]): string => {
  const versions = projectors.map(({ name, version }) => `${name} ${version}`).join(', ');

  return `earmark runner ${createHash('sha256').update(versions).digest('hex').slice(0, 16)}`;
};

/** True when the active runner belongs to a build with other projectors, or other versions of them. */
export async function foreignRunner(pool: pg.Pool, projectors: readonly Projector[]): Promise<boolean> {
  const { rows } = await pool.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.classid = 0 and l.objid = $1 and l.objsubid = 1 and l.granted
       and l.database = (select oid from pg_database where datname = current_database())`,
    [RUNNER_LOCK],
  );

  return rows.some(({ name }) => name.startsWith('earmark runner') && name !== runnerName(projectors));
}

/**
 * Reads the log once and advances all healthy projectors, rows and checkpoints, in one transaction per batch. One process is
 * active (advisory lock), the others stand by. Missing or outdated tables are built beside the live ones.
 */
export class Runner {
  state: RunnerState = 'standby';

  private readonly stopping = new AbortController();
  private readonly pool: pg.Pool;
  private running: Promise<void> | null = null;
  private inbox = new Inbox(INBOX_EVENTS);
  private requestsDue = true;
  private trouble: { line: string; at: number } | null = null;
  /** Projectors whose tables are missing or have another version. */
  private missing: readonly Projector[] = [];

  constructor(
    private readonly options: {
      log: EventLog;
      databaseUrl: string;
      projectors: readonly Projector[];
      report?: (line: string) => void;
    },
  ) {
    this.pool = openPool(
      {
        connectionString: options.databaseUrl,
        max: CONNECTIONS.projections,
        application_name: 'earmark projections',
        options: `-c search_path=${READ_SCHEMA},public`,
      },
      (error) => this.report(`lost an idle connection: ${error.message}`),
    );
  }

  start(): void {
    this.running ??= this.keepRunning();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.inbox.nudge();
    await this.running;
    await this.pool.end();
    this.state = 'stopped';
  }

  private report(line: string): void {
    this.options.report?.(line.startsWith('projections: ') ? line : `projections: ${line}`);
  }

  /** The same trouble, as an outage is, has one line a minute. */
  private reportTrouble(line: string): void {
    const now = performance.now();
    if (line === this.trouble?.line && now - this.trouble.at < TROUBLE_MS) return;
    this.trouble = { line, at: now };
    this.report(line);
  }

  private async keepRunning(): Promise<void> {
    const { signal } = this.stopping;
    let tableExists = false;
    while (!signal.aborted) {
      try {
        if (!tableExists) await createCheckpointTable(this.pool);
        tableExists = true;
        await this.withLock(async (lost) => this.serve(AbortSignal.any([signal, lost])));
      } catch (error) {
        if (signal.aborted) break;
        const isForeign = error instanceof ForeignLog;
        if (!isForeign) this.reportTrouble(`${messageOf(error)}; trying again`);
        else if (this.state !== 'refused') this.report(error.message);
        this.state = isForeign ? 'refused' : 'standby';
      }
      await pause(STANDBY_MS, signal);
    }
  }

  /** Runs `work` while this process holds the lock; returns at once when another one does. */
  private async withLock(work: (lost: AbortSignal) => Promise<void>): Promise<void> {
    const { databaseUrl, projectors } = this.options;
    const holder = new pg.Client({ connectionString: databaseUrl, application_name: runnerName(projectors) });
    const lost = new AbortController();
    holder.on('error', () => lost.abort(new Error('the connection that holds the lock was lost')));
    holder.on('notification', () => this.lookForRequests());
    await holder.connect();
    try {
      const { rows } = await holder.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
        RUNNER_LOCK,
      ]);
      if (!rows[0]?.locked) return;
      await holder.query(`listen ${REQUEST_CHANNEL}`);
      await work(lost.signal);
    } finally {
      await holder.end().catch((error: unknown) => this.report(messageOf(error)));
    }
  }

  private async serve(signal: AbortSignal): Promise<void> {
    const lanes = new Lanes(this.options.log, this.pool, signal, (line) => this.report(line));
    this.inbox = new Inbox(INBOX_EVENTS);
    // A rebuild is the remedy for a refusal, so it comes before the tables are checked.
    if (this.state === 'refused') await this.rebuildAsked(lanes, signal);
    try {
      await this.open(lanes, signal);
    } catch (error) {
      const asked = (await listRequests(this.pool)).some(({ request }) => request === 'rebuild');
      if (!(error instanceof ForeignLog) || !asked) throw error;
      // An admin has already requested the rebuild, so there is nothing to report.
      this.state = 'refused';
      return;
    }
    await lanes.level();
    this.state = 'live';

    const reading = new AbortController();
    const stop = () => {
      reading.abort();
      this.inbox.nudge();
    };
    signal.addEventListener('abort', stop, { once: true });
    let broken: unknown = null;
    const pump = this.pump(lanes.reached, reading.signal).catch((error: unknown) => {
      broken = error;
      this.inbox.nudge();
    });
    const requests = setInterval(() => this.lookForRequests(), STANDBY_MS);
    try {
      await this.moveAlong(lanes, signal, () => broken);
    } finally {
      clearInterval(requests);
      signal.removeEventListener('abort', stop);
      reading.abort();
      this.inbox.take(Infinity);
      await pump;
      await lanes.idle();
    }
  }

  private async pump(after: bigint, signal: AbortSignal): Promise<void> {
    for await (const delivery of this.options.log.subscribe({ after, signal }))
      if ('event' in delivery) await this.inbox.push(delivery.event);
  }

  private async moveAlong(lanes: Lanes, signal: AbortSignal, broken: () => unknown): Promise<void> {
    let serving: Promise<void> | null = null;
    while (!signal.aborted) {
      const failure = broken();
      if (failure) throw failure;
      const events = this.inbox.take(BATCH_EVENTS);
      if (events.length > 0) {
        await lanes.move(events);
        continue;
      }
      if (this.requestsDue && !serving) {
        this.requestsDue = false;
        serving = this.serveRequests(lanes, signal)
          .catch((error: unknown) => this.report(messageOf(error)))
          .finally(() => (serving = null));
      }
      await this.inbox.changed();
    }
    await serving;
    signal.throwIfAborted();
  }

  private lookForRequests(): void {
    this.requestsDue = true;
    this.inbox.nudge();
  }

  /** Opens every projector's tables. With no tables at all they are built first, otherwise while the others continue. */
  private async open(lanes: Lanes, signal: AbortSignal): Promise<void> {
    const known = new Map((await listCheckpoints(this.pool)).map((checkpoint) => [checkpoint.name, checkpoint]));
    const missing: Projector[] = [];
    for (const projector of this.options.projectors) {
      const checkpoint = known.get(projector.name);
      if (checkpoint?.version !== projector.version) {
        missing.push(projector);
        continue;
      }
      await this.assertSameLog(checkpoint);
      await lanes.open(projector, checkpoint);
    }
    this.missing = missing;
    this.requestsDue = true;
    if (!lanes.isEmpty) return;
    this.state = 'building';
    await this.rebuild(missing, lanes, signal);
  }

  private async assertSameLog({ name, position, last, logId }: Standing & { name: string }): Promise<void> {
    if (!last) return;
    const { log } = this.options;
    if ((await log.id()) !== logId) throw new ForeignLog(`The tables of ${name} were built from another event log.`);
    for await (const event of log.readStream(last.stream, { from: last.revision, limit: 1 }))
      if (event.id === last.eventId && event.position === position) return;
    throw new ForeignLog(`The event log ends before, or differs at, the checkpoint of ${name}.`);
  }

  private async serveRequests(lanes: Lanes, signal: AbortSignal): Promise<void> {
    for (const name of await takeRequests(this.pool, 'retry'))
      await endRequest(this.pool, name, (await lanes.retry(name)) ? 'done' : 'still failing');
    await this.rebuildAsked(lanes, signal);
  }

  private async rebuildAsked(lanes: Lanes, signal: AbortSignal): Promise<void> {
    const asked = await takeRequests(this.pool, 'rebuild');
    const projectors = this.options.projectors.filter(
      (projector) => asked.has(projector.name) || this.missing.includes(projector),
    );
    await this.rebuild(projectors, lanes, signal);
  }

  /**
   * Builds beside the live tables in one pass over the log, then swaps each in between two batches. One that fails
   * leaves its old tables live and is not retried until requested; the others are built without it.
   */
  private async rebuild(projectors: readonly Projector[], lanes: Lanes, signal: AbortSignal): Promise<void> {
    if (projectors.length === 0) return;
    const names = projectors.map((projector) => projector.name);
    try {
      const runs: Run[] = [];
      for (const projector of projectors) runs.push(await createShadow(this.pool, projector, nextSchema(projector)));
      const standing = await this.buildWithProgress(runs, names, signal);
      for (const run of runs) await lanes.bringIn(run, standing);
      this.missing = this.missing.filter((projector) => !projectors.includes(projector));
      for (const name of names) await endRequest(this.pool, name, 'done');
    } catch (error) {
      const guilty = error instanceof ProjectionFailed ? error.projector : null;
      for (const name of names)
        if (name === guilty || guilty === null) await endRequest(this.pool, name, messageOf(error));
      if (!(error instanceof ProjectionFailed)) throw error;
      await this.setAside(error);
      await this.rebuild(
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
      pool: this.pool,
      runs,
      upTo: await log.head(),
      signal,
      onProgress: (progress) => {
        written = written.then(async () =>
          Promise.all(names.map(async (name) => putProgress(this.pool, name, progress))),
        );
        written.catch((error: unknown) => this.report(messageOf(error)));
      },
    });
    await written;

    return standing;
  }

  /** A projector whose tables cannot be built: reports it and waits for another version or a request. */
  private async setAside(error: ProjectionFailed): Promise<void> {
    const { projector: name } = error;
    const failure = failureOf(error, null);
    this.report(`${name} cannot be built: event ${failure.position} (${failure.type}): ${failure.error}`);
    if (!this.missing.some((projector) => projector.name === name)) return;
    this.missing = this.missing.filter((projector) => projector.name !== name);
    const known = (await listCheckpoints(this.pool)).some((checkpoint) => checkpoint.name === name);
    await inTransaction(this.pool, async (client) => {
      if (!known) await putCheckpoint(client, { name, version: 0, ...START });
      await putFailure(client, name, failure);
    });
  }
}
