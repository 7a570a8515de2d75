import type { Leases } from './lease.ts';
import { backoffMs, messageOf, pause } from './pause.ts';

const LOOK_MS = 2000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

export interface WorkLoopOptions {
  /** Of the leases: `<name> <id>`. */
  readonly name: string;
  readonly leases: Leases;
  readonly report: (line: string) => void;
  /** What is open and not waiting for anybody, the most urgent first. Asked every few seconds, and after each `wake`. */
  readonly list: () => Promise<readonly string[]>;
  /**
   * Continues one from what its stream says; ends when there is nothing left to do. It may have been cut off anywhere, and
   * may be called again after its end.
   */
  readonly run: (id: string, signal: AbortSignal) => Promise<void>;
  /** How many this server does at once; 1 when left out. */
  readonly concurrency?: number;
  readonly lookMs?: number;
  readonly firstWaitMs?: number;
}

/**
 * Does open work until there is none, each piece on one server at a time. Another server continues what a
 * killed one has left, or the same one when it is back; what fails is tried again after ever longer waits, and holds up
 * nothing else.
 */
export class WorkLoop {
  private readonly stopping = new AbortController();
  private readonly running = new Map<string, Promise<void>>();
  /** Not to be begun before this time, by `performance.now`. */
  private readonly notBefore = new Map<string, number>();
  private readonly failures = new Map<string, number>();
  /** Asked for while it was running. */
  private readonly again = new Set<string>();
  private looking: Promise<void> | null = null;
  /** Looks outside the loop. */
  private readonly looks = new Set<Promise<void>>();
  private nudge = () => {};
  private isTroubleReported = false;

  constructor(private readonly options: WorkLoopOptions) {}

  start(): void {
    this.looking ??= this.keepLooking();
  }

  /** Aborts the work that is under way and waits for its end. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('the server is stopping'));
    this.nudge();
    await Promise.all([this.looking, ...this.looks]);
    await Promise.all(this.running.values());
  }

  /** Looks at once; before the loop is started only for `id`, which has something to do, whatever became of it before. */
  wake(id: string | null = null): void {
    if (id !== null) {
      this.notBefore.delete(id);
      if (this.running.has(id)) this.again.add(id);
    }
    if (this.looking) this.nudge();
    else void this.lookOnce(id);
  }

  /** Looks once, begins what is open, and ends; whatever became of it before, and whether or not the loop was started. */
  async lookNow(): Promise<void> {
    this.notBefore.clear();
    await this.lookOnce();
  }

  private async lookOnce(only: string | null = null): Promise<void> {
    const look = this.look(only);
    this.looks.add(look);
    await look;
    this.looks.delete(look);
  }

  private async keepLooking(): Promise<void> {
    const { signal } = this.stopping;
    const { lookMs = LOOK_MS } = this.options;
    while (!signal.aborted) {
      // Whoever wakes it while it looks makes it look once more.
      const woken = new AbortController();
      this.nudge = () => woken.abort();
      await this.look();
      await pause(lookMs, AbortSignal.any([woken.signal, signal]));
    }
  }

  private async look(only: string | null = null): Promise<void> {
    const { name, list, report, concurrency = 1 } = this.options;
    try {
      const open = await list();
      for (const id of this.failures.keys()) if (!open.includes(id)) this.failures.delete(id);
      for (const id of this.notBefore.keys()) if (!open.includes(id)) this.notBefore.delete(id);
      for (const id of open.filter((one) => only === null || one === only)) {
        if (this.running.size >= concurrency || this.stopping.signal.aborted) break;
        if (!this.running.has(id) && (this.notBefore.get(id) ?? 0) <= performance.now()) this.begin(id);
      }
      this.isTroubleReported = false;
    } catch (error) {
      // Once, until a look has gone well.
      if (!this.isTroubleReported && !this.stopping.signal.aborted) report(`${name}: ${messageOf(error)}`);
      this.isTroubleReported = true;
    }
  }

  private begin(id: string): void {
    const { lookMs = LOOK_MS } = this.options;
    const mine = this.attempt(id).then((waitMs) => {
      this.running.delete(id);
      if (!this.again.delete(id)) this.notBefore.set(id, performance.now() + (waitMs ?? lookMs));
      // There is room for the next one.
      this.nudge();
    });
    this.running.set(id, mine);
  }

  /** How long to wait before it is looked at again; null: as usual. */
  private async attempt(id: string): Promise<number | null> {
    const { name, leases, run, report, firstWaitMs = FIRST_WAIT_MS } = this.options;
    const { signal } = this.stopping;
    try {
      await leases.tryHold(`${name} ${id}`, async (lost) => run(id, AbortSignal.any([signal, lost])));
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
