import type { Leases } from './lease.ts';
import { backoffMs, messageOf, pause } from './pause.ts';

const LOOK_MS = 2000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

export interface WorkLoopOptions<Id extends string> {
  /** Prefix of the leases' names: `<name> <id>`. */
  readonly name: string;
  readonly leases: Leases;
  readonly report: (line: string) => void;
  /** Ids of the work that can continue, the most urgent first. Called every few seconds, and after each `wake`. */
  readonly list: () => Promise<readonly Id[]>;
  /**
   * Continues one piece of work until nothing is left to do. It may have been cut off anywhere, and
   * this may be called again after its end.
   */
  readonly run: (id: Id, signal: AbortSignal) => Promise<void>;
  /** How many pieces this server does at once. Default: 1. */
  readonly concurrency?: number;
  /** Whether all servers together do one piece at a time: then there is one lease for all of them, `<name>`. */
  readonly isExclusive?: boolean;
  readonly lookMs?: number;
  readonly firstWaitMs?: number;
}

/**
 * Does all open work, each piece on one server at a time. When a server is killed, another one continues its work,
 * or the same one once it is back. Work that fails is retried after increasing waits and holds up
 * nothing else.
 */
export class WorkLoop<Id extends string = string> {
  private readonly stopping = new AbortController();
  private readonly running = new Map<Id, Promise<void>>();
  /** The earliest time to begin a piece, by `performance.now`. */
  private readonly notBefore = new Map<Id, number>();
  private readonly failures = new Map<Id, number>();
  /** When to try again for exclusive work that another server is doing. */
  private busyUntil = 0;
  /** Ids that were woken while they were running. */
  private readonly again = new Set<Id>();
  private looking: Promise<void> | null = null;
  /** Looks that were started outside the loop. */
  private readonly looks = new Set<Promise<void>>();
  private nudge = () => {};
  private isTroubleReported = false;

  constructor(private readonly options: WorkLoopOptions<Id>) {}

  start(): void {
    this.looking ??= this.keepLooking();
  }

  /** Aborts the work in progress and waits for its end. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('the server is stopping'));
    this.nudge();
    await Promise.all([this.looking, ...this.looks]);
    await Promise.all(this.running.values());
  }

  /**
   * Looks for work at once, ignoring the wait after a failure of `id`. Before the loop is started, looks only for `id`.
   */
  wake(id: Id | null = null): void {
    if (id !== null) {
      this.notBefore.delete(id);
      if (this.running.has(id)) this.again.add(id);
    }
    if (this.looking) this.nudge();
    else void this.lookOnce(id);
  }

  /** Looks once and begins all open work, ignoring waits after failures, whether or not the loop was started. */
  async lookNow(): Promise<void> {
    this.notBefore.clear();
    this.busyUntil = 0;
    await this.lookOnce();
  }

  private async lookOnce(only: Id | null = null): Promise<void> {
    const look = this.look(only);
    this.looks.add(look);
    await look;
    this.looks.delete(look);
  }

  private async keepLooking(): Promise<void> {
    const { signal } = this.stopping;
    const { lookMs = LOOK_MS } = this.options;
    while (!signal.aborted) {
      // A call of wake during a look causes another look.
      const woken = new AbortController();
      this.nudge = () => woken.abort();
      await this.look();
      await pause(lookMs, AbortSignal.any([woken.signal, signal]));
    }
  }

  private async look(only: Id | null = null): Promise<void> {
    const { name, list, report, concurrency = 1 } = this.options;
    try {
      const open = await list();
      for (const id of this.failures.keys()) if (!open.includes(id)) this.failures.delete(id);
      for (const id of this.notBefore.keys()) if (!open.includes(id)) this.notBefore.delete(id);
      for (const id of open.filter((one) => only === null || one === only)) {
        if (this.running.size >= concurrency || this.stopping.signal.aborted) break;
        if (performance.now() < this.busyUntil) break;
        if (!this.running.has(id) && (this.notBefore.get(id) ?? 0) <= performance.now()) this.begin(id);
      }
      this.isTroubleReported = false;
    } catch (error) {
      // Reported once, until a look succeeds.
      if (!this.isTroubleReported && !this.stopping.signal.aborted) report(`${name}: ${messageOf(error)}`);
      this.isTroubleReported = true;
    }
  }

  private begin(id: Id): void {
    const { lookMs = LOOK_MS } = this.options;
    const mine = this.attempt(id).then((waitMs) => {
      this.running.delete(id);
      if (!this.again.delete(id)) this.notBefore.set(id, performance.now() + (waitMs ?? lookMs));
      this.nudge();
    });
    this.running.set(id, mine);
  }

  /** How long to wait before the next attempt; null for the usual interval. */
  private async attempt(id: Id): Promise<number | null> {
    const { name, leases, run, report, isExclusive = false } = this.options;
    const { lookMs = LOOK_MS, firstWaitMs = FIRST_WAIT_MS } = this.options;
    const { signal } = this.stopping;
    try {
      const lease = isExclusive ? name : `${name} ${id}`;
      const isHeld = await leases.tryHold(lease, async (lost) => run(id, AbortSignal.any([signal, lost])));
      if (!isHeld && isExclusive) {
        this.busyUntil = performance.now() + lookMs;

        // It stays the first in the queue.
        return 0;
      }
      this.failures.delete(id);

      return null;
    } catch (error) {
      if (signal.aborted) return null;
      const failures = (this.failures.get(id) ?? 0) + 1;
      this.failures.set(id, failures);
      const waitMs = backoffMs(failures, firstWaitMs, LONGEST_WAIT_MS);
      report(`${name} ${id}: ${messageOf(error)}; trying again in ${waitMs / 1000} s`);

      return waitMs;
    }
  }
}
