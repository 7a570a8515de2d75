import pg from 'pg';
import { decodeEvents, isTransient, messageOf, ProjectionFailed, Run } from './apply.ts';
import { batches, build, standingAt, type Standing } from './build.ts';
import {
  createCheckpointTable,
  endRequest,
  Fenced,
  listCheckpoints,
  moveCheckpoints,
  putFailure,
  putProgress,
  READ_SCHEMA,
  REQUEST_CHANNEL,
  type ProjectionRequest,
} from './checkpoints.ts';
import type { EventLog, RecordedEvent } from './event-log/event-log.ts';
import { Inbox } from './inbox.ts';
import type { Projector } from './projector.ts';
import { createShadow, inTransaction, nextSchema, openLive, swapIn } from './schemas.ts';

const BATCH_EVENTS = 500;
const INBOX_EVENTS = 2 * BATCH_EVENTS;
const STANDBY_MS = 1000;
const RETRIES = 3;
/** One active runner per database. Any constant of our own does. */
const RUNNER_LOCK = 7_305_001;

export type RunnerState = 'standby' | 'building' | 'live' | 'refused' | 'stopped';

interface Lane {
  run: Run;
  standing: Standing;
  failed: boolean;
}

/** The log is not the one, or not all of the one, that the tables were made from. */
export class ForeignLog extends Error {
  override readonly name = 'ForeignLog';
}

/**
 * Reads the log once and moves all healthy projectors, rows and checkpoints, in one transaction a batch. One process is
 * active (advisory lock), others stand by. A projector that fails stops alone.
 */
export class Runner {
  state: RunnerState = 'standby';
  /** Why `state` is refused. */
  refusal: string | null = null;

  private readonly lanes = new Map<string, Lane>();
  private readonly stopping = new AbortController();
  private readonly pool: pg.Pool;
  private running: Promise<void> | null = null;
  /** Last event taken from the log, whether or not anybody could use it. */
  private reached = 0n;
  /** Projectors whose tables are missing or of another version, to be built while the others go on. */
  private missing: readonly Projector[] = [];
  private requestsDue = true;
  /** Batches and swaps take turns. */
  private turn: Promise<unknown> = Promise.resolve();
  private inbox = new Inbox(INBOX_EVENTS);

  constructor(
    private readonly options: {
      log: EventLog;
      databaseUrl: string;
      projectors: readonly Projector[];
      report?: (line: string) => void;
    },
  ) {
    this.pool = new pg.Pool({ connectionString: options.databaseUrl, max: 6, application_name: 'earmark projections' });
    this.pool.on('error', (error) => this.report(`projections: lost an idle connection: ${error.message}`));
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
    this.options.report?.(line);
  }

  private async keepRunning(): Promise<void> {
    const { signal } = this.stopping;
    let tableExists = false;
    while (!signal.aborted) {
      try {
        if (!tableExists) await createCheckpointTable(this.pool);
        tableExists = true;
        await this.withLock(async (lost) => this.live(AbortSignal.any([signal, lost])));
      } catch (error) {
        if (signal.aborted) break;
        if (error instanceof ForeignLog) {
          if (this.state !== 'refused') this.report(`projections: ${error.message}`);
          this.state = 'refused';
          this.refusal = error.message;
        } else {
          this.state = 'standby';
          this.report(`projections: ${messageOf(error)}; trying again`);
        }
      }
      await pause(STANDBY_MS, signal);
    }
  }

  /** Runs `work` while this process holds the lock; returns at once when another one does. */
  private async withLock(work: (lost: AbortSignal) => Promise<void>): Promise<void> {
    const holder = new pg.Client({
      connectionString: this.options.databaseUrl,
      application_name: 'earmark runner lock',
    });
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
      await holder.end().catch((error: unknown) => this.report(`projections: ${messageOf(error)}`));
    }
  }

  private async live(signal: AbortSignal): Promise<void> {
    this.lanes.clear();
    this.inbox = new Inbox(INBOX_EVENTS);
    await this.serveRefusedRequests();
    await this.prepare(signal);
    this.state = 'live';
    this.refusal = null;
    await this.catchUpAll(signal);

    const reading = new AbortController();
    const stop = () => {
      reading.abort();
      this.inbox.nudge();
    };
    signal.addEventListener('abort', stop, { once: true });
    let broken: unknown = null;
    const pump = this.pump(this.reached, reading.signal).catch((error: unknown) => {
      broken = error;
      this.inbox.nudge();
    });
    const requests = setInterval(() => this.lookForRequests(), STANDBY_MS);
    try {
      await this.moveAlong(signal, () => broken);
    } finally {
      clearInterval(requests);
      signal.removeEventListener('abort', stop);
      reading.abort();
      this.inbox.take(Infinity);
      await pump;
      await this.turn.catch(() => undefined);
    }
  }

  private async pump(after: bigint, signal: AbortSignal): Promise<void> {
    for await (const delivery of this.options.log.subscribe({ after, signal }))
      if ('event' in delivery) await this.inbox.push(delivery.event);
  }

  private async moveAlong(signal: AbortSignal, broken: () => unknown): Promise<void> {
    let building: Promise<void> | null = null;
    while (!signal.aborted) {
      const failure = broken();
      if (failure) throw failure;
      const events = this.inbox.take(BATCH_EVENTS);
      if (events.length > 0) {
        await this.inTurn(async () => this.moveBatch(events));
        continue;
      }
      if (this.requestsDue && !building) {
        this.requestsDue = false;
        building = this.serveRequests(signal)
          .catch((error: unknown) => this.report(`projections: ${messageOf(error)}`))
          .finally(() => (building = null));
      }
      await this.inbox.changed();
    }
    await building;
    signal.throwIfAborted();
  }

  private lookForRequests(): void {
    this.requestsDue = true;
    this.inbox.nudge();
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.turn;
    const mine = before.catch(() => undefined).then(work);
    this.turn = mine;

    return mine;
  }

  /** Opens every projector's tables; builds those that are missing or of another version. */
  private async prepare(signal: AbortSignal): Promise<void> {
    const known = new Map((await listCheckpoints(this.pool)).map((checkpoint) => [checkpoint.name, checkpoint]));
    const missing: Projector[] = [];
    for (const projector of this.options.projectors) {
      const checkpoint = known.get(projector.name);
      if (!checkpoint || checkpoint.version !== projector.version) {
        missing.push(projector);
        continue;
      }
      await this.assertSameLog(checkpoint);
      this.lanes.set(projector.name, {
        run: await openLive(this.pool, projector),
        standing: checkpoint,
        failed: checkpoint.failure !== null,
      });
    }
    this.missing = missing;
    this.requestsDue = true;
    if (this.lanes.size > 0) return;
    this.state = 'building';
    await this.rebuild(missing, signal);
  }

  private async assertSameLog({ name, position, last, logId }: Standing & { name: string }): Promise<void> {
    if (!last) return;
    const { log } = this.options;
    const remedy = 'Give Earmark the log it had before, or run: npm run earmark -- rebuild all';
    if ((await log.id()) !== logId)
      throw new ForeignLog(`The tables of ${name} were made from another event log. ${remedy}`);
    for await (const event of log.readStream(last.stream, { from: last.revision, limit: 1 }))
      if (event.id === last.eventId && event.position === position) return;
    throw new ForeignLog(`The event log ends before, or differs at, the place where ${name} stands. ${remedy}`);
  }

  /** `rebuild all` is the way out of a refusal, so it is looked for before the tables are trusted. */
  private async serveRefusedRequests(): Promise<void> {
    const { rows } = await this.pool.query<{ name: string }>(
      `select name from ${READ_SCHEMA}.projection where request = 'rebuild'`,
    );
    if (this.state !== 'refused') return;
    const asked = new Set(rows.map((row) => row.name));
    const projectors = this.options.projectors.filter((projector) => asked.has(projector.name));
    if (projectors.length > 0) await this.rebuild(projectors, this.stopping.signal);
  }

  private async serveRequests(signal: AbortSignal): Promise<void> {
    const { rows } = await this.pool.query<{ name: string; request: ProjectionRequest }>(
      `select name, request from ${READ_SCHEMA}.projection where request is not null`,
    );
    for (const { name, request } of rows)
      if (request === 'retry')
        await this.inTurn(async () => {
          const lane = this.lanes.get(name);
          if (lane?.failed) await this.catchUp(lane, this.reached, signal, BATCH_EVENTS);
          await endRequest(this.pool, name, lane?.failed ? 'still failing' : 'done');
        });
    const asked = new Set(rows.filter((row) => row.request === 'rebuild').map((row) => row.name));
    const projectors = this.options.projectors.filter(
      (projector) => asked.has(projector.name) || this.missing.includes(projector),
    );
    if (projectors.length > 0) await this.rebuild(projectors, signal);
  }

  /** Builds beside the live tables, then swaps each in between two batches. A failure leaves the old tables serving. */
  private async rebuild(projectors: readonly Projector[], signal: AbortSignal): Promise<void> {
    const { log } = this.options;
    const names = projectors.map((projector) => projector.name);
    try {
      const runs: Run[] = [];
      for (const projector of projectors) runs.push(await createShadow(this.pool, projector, nextSchema(projector)));
      let told: Promise<unknown> = Promise.resolve();
      const standing = await build({
        log,
        pool: this.pool,
        runs,
        upTo: await log.head(),
        signal,
        onProgress: (progress) => {
          told = told.then(async () => Promise.all(names.map(async (name) => putProgress(this.pool, name, progress))));
          told.catch((error: unknown) => this.report(`projections: ${messageOf(error)}`));
        },
      });
      await told;
      for (const run of runs) await this.bringIn(run, standing);
      this.missing = this.missing.filter((projector) => !projectors.includes(projector));
      for (const name of names) await endRequest(this.pool, name, 'done');
    } catch (error) {
      for (const name of names) await endRequest(this.pool, name, messageOf(error));
      throw error;
    }
  }

  private async bringIn(run: Run, built: Standing): Promise<void> {
    const { log } = this.options;
    const { projector } = run;
    await this.inTurn(async () => {
      let standing = built;
      if (built.position > this.reached) await this.reach(built.position);
      for await (const batch of batches(log, standing.position, this.reached)) {
        await inTransaction(this.pool, async (client) => run.apply(client, decodeEvents(batch), 'live'));
        standing = standingAt(batch.at(-1)!, standing.logId ?? (await log.id()));
      }
      const checkpoint = { name: projector.name, version: projector.version, ...standing };
      for (let attempt = 1; ; attempt++) {
        try {
          await swapIn(this.pool, projector, checkpoint);
          break;
        } catch (error) {
          if (!isTransient(error) || attempt >= 20) throw error;
        }
      }
      this.lanes.set(projector.name, { run: await openLive(this.pool, projector), standing, failed: false });
    });
  }

  /** The others must not be behind what was built: they are moved there first. */
  private async reach(position: bigint): Promise<void> {
    for (const lane of this.lanes.values())
      if (!lane.failed && lane.standing.position < position)
        await this.catchUp(lane, position, this.stopping.signal, BATCH_EVENTS);
    this.reached = position;
  }

  private async catchUpAll(signal: AbortSignal): Promise<void> {
    const healthy = [...this.lanes.values()].filter(({ failed }) => !failed);
    this.reached = 0n;
    for (const { standing } of healthy.length > 0 ? healthy : this.lanes.values())
      if (standing.position > this.reached) this.reached = standing.position;
    for (const lane of healthy)
      if (lane.standing.position < this.reached) await this.catchUp(lane, this.reached, signal, BATCH_EVENTS);
  }

  private async moveBatch(events: readonly RecordedEvent[]): Promise<void> {
    // After a swap the inbox may still hold what the tables have seen.
    const fresh = events.filter((event) => event.position > this.reached);
    const last = fresh.at(-1);
    if (!last) return;
    await this.moveAll(fresh);
    this.reached = last.position;
  }

  private async moveAll(events: readonly RecordedEvent[]): Promise<void> {
    const moving = [...this.lanes.values()].filter(({ failed }) => !failed);
    if (moving.length === 0) return;
    for (let attempt = 1; ; attempt++) {
      try {
        await this.applyTo(moving, events);
        return;
      } catch (error) {
        for (const { run } of moving) run.forget();
        if (error instanceof Fenced) throw error;
        if (isTransient(error) && attempt <= RETRIES) {
          await pause(100 * 2 ** attempt, this.stopping.signal);
          continue;
        }
        if (!(error instanceof ProjectionFailed) || isTransient(error)) throw error;
        const suspect = moving.find(({ run }) => run.projector.name === error.projector)!;
        const others = moving.filter((lane) => lane !== suspect);
        suspect.failed = true;
        if (others.length > 0) await this.moveAll(events);
        await this.catchUp(suspect, events.at(-1)!.position, this.stopping.signal, 1);
        return;
      }
    }
  }

  private async applyTo(lanes: readonly Lane[], events: readonly RecordedEvent[]): Promise<void> {
    const decoded = decodeEvents(events);
    const from = lanes[0]!.standing.position;
    const last = events.at(-1)!;
    const logId = lanes[0]!.standing.logId ?? (await this.options.log.id());
    const names = lanes.map(({ run }) => run.projector.name);
    await inTransaction(this.pool, async (client) => {
      for (const { run } of lanes) await run.apply(client, decoded, 'live');
      await moveCheckpoints(client, names, from, last, logId);
    });
    for (const lane of lanes) lane.standing = standingAt(last, logId);
  }

  /** Moves one projector alone, `size` events at a time; where it fails it stays, marked, before the event that it cannot take. */
  private async catchUp(lane: Lane, upTo: bigint, signal: AbortSignal, size: number): Promise<void> {
    const { name } = lane.run.projector;
    for await (const batch of batches(this.options.log, lane.standing.position, upTo, size)) {
      if (signal.aborted) return;
      try {
        await this.applyTo([lane], batch);
      } catch (error) {
        lane.run.forget();
        if (!(error instanceof ProjectionFailed) || isTransient(error)) throw error;
        if (size > 1) return this.catchUp(lane, upTo, signal, 1);
        const event = error.event ?? batch[0]!;
        lane.failed = true;
        const failure = {
          position: event.position.toString(),
          eventId: event.id,
          type: event.type,
          error: messageOf(error.cause),
        };
        await inTransaction(this.pool, async (client) => putFailure(client, name, failure));
        this.report(`projections: ${name} stopped at event ${failure.position} (${failure.type}): ${failure.error}`);
        return;
      }
    }
    lane.failed = false;
    await inTransaction(this.pool, async (client) => putFailure(client, name, null));
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
