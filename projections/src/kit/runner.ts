import type pg from 'pg';
import { messageOf } from './apply.ts';
import type { Standing } from './build.ts';
import {
  createCheckpointTable,
  endRequest,
  listCheckpoints,
  listRequests,
  READ_SCHEMA,
  takeRequests,
} from './checkpoints.ts';
import type { EventLog } from './event-log/event-log.ts';
import { Inbox } from './inbox.ts';
import { BATCH_EVENTS, Lanes } from './lanes.ts';
import { pause } from './pause.ts';
import { CONNECTIONS } from '../connections.ts';
import { openPool } from './pool.ts';
import type { Projector } from './projector.ts';
import { Rebuilds } from './rebuilds.ts';
import { whileActive } from './runner-lock.ts';

const INBOX_EVENTS = 2 * BATCH_EVENTS;
const STANDBY_MS = 1000;
const TROUBLE_MS = 60_000;

export type RunnerState = 'standby' | 'building' | 'live' | 'refused' | 'stopped';

/** The log is not, or no longer entirely, the one that the tables were built from. */
export class ForeignLog extends Error {
  override readonly name = 'ForeignLog';

  /** `what` is a sentence; the remedy is appended. */
  constructor(what: string) {
    super(`${what} Restore the previous log, or run: npm run earmark -- rebuild all`);
  }
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
  private readonly rebuilds: Rebuilds;

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
    const { log, projectors } = options;
    this.rebuilds = new Rebuilds({ log, pool: this.pool, projectors, report: (line) => this.report(line) });
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
    const { databaseUrl, projectors } = this.options;
    const lock = {
      databaseUrl,
      projectors,
      onRequest: () => this.lookForRequests(),
      report: (line: string) => this.report(line),
    };
    let tableExists = false;
    while (!signal.aborted) {
      try {
        if (!tableExists) await createCheckpointTable(this.pool);
        tableExists = true;
        await whileActive(lock, async (lost) => this.serve(AbortSignal.any([signal, lost])));
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

  private async serve(signal: AbortSignal): Promise<void> {
    const lanes = new Lanes(this.options.log, this.pool, signal, (line) => this.report(line));
    this.inbox = new Inbox(INBOX_EVENTS);
    // A rebuild is the remedy for a refusal, so it comes before the tables are checked.
    if (this.state === 'refused') await this.rebuilds.asked(lanes, signal);
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
    this.rebuilds.missing = missing;
    this.requestsDue = true;
    if (!lanes.isEmpty) return;
    this.state = 'building';
    await this.rebuilds.build(missing, lanes, signal);
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
    await this.rebuilds.asked(lanes, signal);
  }
}
