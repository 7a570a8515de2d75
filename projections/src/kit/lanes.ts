import type { ClientBase, Pool } from 'pg';
import { decodeEvent, isTransient, messageOf, ProjectionFailed, type Run } from './apply.ts';
import { batches, standingAt, type Standing } from './build.ts';
import { Fenced, moveCheckpoints, putFailure, type Checkpoint, type Failure } from './checkpoints.ts';
import type { EventLog, RecordedEvent } from './event-log/event-log.ts';
import { pause } from './pause.ts';
import type { Projector } from './projector.ts';
import { beginSwap, dropOld, inTransaction, liveRun, openLive, swapIn } from './schemas.ts';
import { urgently } from './yielding.ts';

export const BATCH_EVENTS = 500;
const RETRIES = 3;
/** A swap retries until no reader holds the tables, and about once a second makes readers wait for it. */
const SWAP_PAUSE_MS = 10;
const SWAP_WAITS = 100;
const SWAP_ATTEMPTS = 600 * SWAP_WAITS;

interface Lane {
  run: Run;
  standing: Standing;
  failed: boolean;
}

/** The live tables: all healthy projectors move together, a batch in one transaction; one that fails stops alone. */
export class Lanes {
  /** Last event taken from the log, whether or not any projector applied it. */
  reached = 0n;

  private readonly lanes = new Map<string, Lane>();
  /** Batches and swaps run one at a time. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly log: EventLog,
    private readonly pool: Pool,
    private readonly signal: AbortSignal,
    private readonly report: (line: string) => void,
  ) {}

  get isEmpty(): boolean {
    return this.lanes.size === 0;
  }

  async open(projector: Projector, checkpoint: Checkpoint): Promise<void> {
    await dropOld(this.pool, projector);
    const run = await openLive(this.pool, projector);
    this.lanes.set(projector.name, { run, standing: checkpoint, failed: checkpoint.failure !== null });
  }

  /** Brings projectors that are behind to the position of the others. */
  async level(): Promise<void> {
    const healthy = [...this.lanes.values()].filter(({ failed }) => !failed);
    for (const { standing } of healthy.length > 0 ? healthy : this.lanes.values())
      if (standing.position > this.reached) this.reached = standing.position;
    for (const lane of healthy)
      if (lane.standing.position < this.reached) await this.catchUp(lane, this.reached, BATCH_EVENTS);
  }

  /** Applies whole appends to all healthy projectors. Throws Fenced, and any failure that is not a projector's. */
  async move(events: readonly RecordedEvent[]): Promise<void> {
    await this.inTurn(async () => {
      // After a swap the sender may still hold events that the tables already contain.
      const fresh = events.filter((event) => event.position > this.reached);
      const last = fresh.at(-1);
      if (!last) return;
      await urgently(async () => this.moveHealthy(fresh));
      this.reached = last.position;
    });
  }

  /** True when the stopped projector works again. */
  async retry(name: string): Promise<boolean> {
    return this.inTurn(async () => {
      const lane = this.lanes.get(name);
      if (lane?.failed) await this.catchUp(lane, this.reached, BATCH_EVENTS);

      return lane !== undefined && !lane.failed;
    });
  }

  /**
   * Replaces the live tables with the built ones, at the position of the others. While readers hold the old tables, the
   * others advance between two attempts.
   */
  async bringIn(run: Run, built: Standing): Promise<void> {
    const { projector } = run;
    const { name, version } = projector;
    let standing = built;
    const swap = async (client: ClientBase, waits: boolean) => {
      if (standing.position > this.reached) await this.reach(standing.position);
      const behind = standing.position < this.reached ? batches(this.log, standing.position, this.reached) : [];
      for await (const batch of behind) {
        await inTransaction(this.pool, async (other) => run.apply(other, batch.map(decodeEvent), 'live'));
        standing = standingAt(batch.at(-1)!, standing.logId ?? (await this.log.id()));
      }
      if (!(await swapIn(client, projector, { name, version, ...standing }, waits))) return false;
      const live = await liveRun(client, projector);
      await client.query('commit');
      this.lanes.set(name, { run: live, standing, failed: false });

      return true;
    };
    const client = await this.pool.connect();
    // A connection lost between two attempts fails the next one.
    const onLoss = () => undefined;
    client.on('error', onLoss);
    try {
      await beginSwap(client, projector);
      for (let attempt = 1; !(await this.inTurn(async () => swap(client, attempt % SWAP_WAITS === 0))); attempt++) {
        if (attempt >= SWAP_ATTEMPTS) throw new Error(`the tables of ${name} were being read the whole time`);
        await pause(SWAP_PAUSE_MS, this.signal);
        this.signal.throwIfAborted();
      }
      await dropOld(client, projector);
      client.off('error', onLoss);
      client.release();
    } catch (error) {
      // Ends its transaction and releases the locks.
      client.release(true);
      throw error;
    }
  }

  /** Resolves when nothing is in progress. */
  async idle(): Promise<void> {
    await this.turn.catch(() => undefined);
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.turn.catch(() => undefined).then(work);
    this.turn = mine;

    return mine;
  }

  /** The others must not be behind the built tables, so they advance first. */
  private async reach(position: bigint): Promise<void> {
    for (const lane of this.lanes.values())
      if (!lane.failed && lane.standing.position < position) await this.catchUp(lane, position, BATCH_EVENTS);
    this.reached = position;
  }

  private async moveHealthy(events: readonly RecordedEvent[]): Promise<void> {
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
          await pause(100 * 2 ** attempt, this.signal);
          continue;
        }
        if (!(error instanceof ProjectionFailed) || isTransient(error)) throw error;
        const suspect = moving.find(({ run }) => run.projector.name === error.projector)!;
        suspect.failed = true;
        await this.moveHealthy(events);
        await this.catchUp(suspect, events.at(-1)!.position, 1);
        return;
      }
    }
  }

  private async applyTo(lanes: readonly Lane[], events: readonly RecordedEvent[]): Promise<void> {
    const decoded = events.map(decodeEvent);
    const { position: from, logId: known } = lanes[0]!.standing;
    const last = events.at(-1)!;
    const logId = known ?? (await this.log.id());
    const names = lanes.map(({ run }) => run.projector.name);
    await inTransaction(this.pool, async (client) => {
      for (const { run } of lanes) await run.apply(client, decoded, 'live');
      await moveCheckpoints(client, names, from, events, logId);
    });
    for (const lane of lanes) lane.standing = standingAt(last, logId);
  }

  /** Advances one projector alone, `size` events at a time. On failure it is marked as stopped before the event that it cannot apply. */
  private async catchUp(lane: Lane, upTo: bigint, size: number): Promise<void> {
    const { name } = lane.run.projector;
    for await (const batch of batches(this.log, lane.standing.position, upTo, { size })) {
      if (this.signal.aborted) return;
      try {
        await this.applyTo([lane], batch);
      } catch (error) {
        lane.run.forget();
        if (!(error instanceof ProjectionFailed) || isTransient(error)) throw error;
        if (size > 1) return this.catchUp(lane, upTo, 1);
        const failure = failureOf(error, batch[0]!);
        lane.failed = true;
        await inTransaction(this.pool, async (client) => putFailure(client, name, failure));
        this.report(`projections: ${name} stopped at event ${failure.position} (${failure.type}): ${failure.error}`);
        return;
      }
    }
    lane.failed = false;
    await inTransaction(this.pool, async (client) => putFailure(client, name, null));
  }
}

/** `event`: the event to blame when the failure names none. */
export function failureOf(error: ProjectionFailed, event: RecordedEvent | null): Failure {
  const at = error.event ?? event;

  return {
    position: (at?.position ?? 0n).toString(),
    eventId: at?.id ?? '',
    type: at?.type ?? 'the last event of the log',
    ...(at ? { stream: at.stream, revision: at.revision } : {}),
    error: messageOf(error.cause),
  };
}
