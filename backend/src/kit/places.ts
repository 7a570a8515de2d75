import { Rejected } from './rejected.ts';

const RETRY_AFTER_SECONDS = 5;
const PATIENCE_MS = 15_000;
const GREEDY =
  'Too many of your calls, or of others from your network, are still being answered. Wait for them, then try again.';

export interface PlacesOptions {
  /** What all callers together may do at once. */
  readonly atOnce: number;
  /** What one caller may do at once. */
  readonly perCaller: number;
  /** How many may wait. Default: none. */
  readonly waiting?: number;
  /** How many of one caller may wait. Default: none. */
  readonly waitingPerCaller?: number;
  /** How long a place is waited for; null for as long as it takes. Default: 15 s. */
  readonly patienceMs?: number | null;
  /** The error sentence when there are too many callers. */
  readonly busy: string;
  readonly retryAfterSeconds?: number;
}

interface Waiter {
  readonly caller: string | null;
  readonly begin: () => void;
}

/**
 * Places for work that takes much of the server, shared fairly: a free one goes to the caller who holds the fewest, and
 * of these to the one who has waited longest. So nobody waits for all the calls of somebody else. The caller null is
 * the server itself, which has no limits of its own.
 */
export class Places {
  /** How many places each caller holds. */
  private readonly held = new Map<string | null, number>();
  private total = 0;
  private readonly queue: Waiter[] = [];

  constructor(private readonly options: PlacesOptions) {}

  /** Takes a place at once; returns the function that gives it back. Throws Rejected `busy`, `too-many-calls`. */
  enter(caller: string | null): () => void {
    const { atOnce, perCaller } = this.options;
    if (caller !== null && this.heldBy(caller) >= perCaller) throw this.refusal('too-many-calls');
    if (this.total >= atOnce) throw this.refusal('busy');

    return this.hold(caller);
  }

  /**
   * Does the work once there is a place for it. Throws Rejected `busy`, `too-many-calls`, and the signal's reason when it
   * is aborted while the work waits.
   */
  async take<Result>(
    caller: string | null,
    work: () => Promise<Result>,
    left: AbortSignal | null = null,
  ): Promise<Result> {
    left?.throwIfAborted();
    const leave = await this.turn(caller, left);
    try {
      left?.throwIfAborted();

      return await work();
    } finally {
      leave();
    }
  }

  private async turn(caller: string | null, left: AbortSignal | null): Promise<() => void> {
    if (this.isFree(caller)) return this.hold(caller);
    const { waiting = 0, waitingPerCaller = 0, patienceMs = PATIENCE_MS } = this.options;
    if (caller !== null && this.queue.filter((one) => one.caller === caller).length >= waitingPerCaller)
      throw this.refusal(this.heldBy(caller) > 0 ? 'too-many-calls' : 'busy');
    if (this.queue.length >= waiting) throw this.refusal('busy');

    return new Promise((resolve, reject) => {
      const end = () => {
        if (timer !== null) clearTimeout(timer);
        left?.removeEventListener('abort', giveUp);
        const index = this.queue.indexOf(waiter);
        if (index !== -1) this.queue.splice(index, 1);
      };
      const giveUp = () => {
        end();
        reject(left?.aborted ? left.reason : this.refusal('busy'));
      };
      const waiter: Waiter = {
        caller,
        begin: () => {
          end();
          resolve(this.hold(caller));
        },
      };
      const timer = patienceMs === null ? null : setTimeout(giveUp, patienceMs);
      left?.addEventListener('abort', giveUp, { once: true });
      this.queue.push(waiter);
    });
  }

  private isFree(caller: string | null): boolean {
    const { atOnce, perCaller } = this.options;

    return this.total < atOnce && (caller === null || this.heldBy(caller) < perCaller);
  }

  private heldBy(caller: string | null): number {
    return this.held.get(caller) ?? 0;
  }

  private hold(caller: string | null): () => void {
    this.held.set(caller, this.heldBy(caller) + 1);
    this.total++;
    let isHeld = true;

    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.total--;
      const left = this.heldBy(caller) - 1;
      if (left === 0) this.held.delete(caller);
      else this.held.set(caller, left);
      this.next()?.begin();
    };
  }

  private next(): Waiter | undefined {
    return this.queue
      .filter(({ caller }) => this.isFree(caller))
      .reduce<Waiter | undefined>(
        (best, one) => (best && this.heldBy(best.caller) <= this.heldBy(one.caller) ? best : one),
        undefined,
      );
  }

  private refusal(code: 'busy' | 'too-many-calls'): Rejected {
    const { busy, retryAfterSeconds = RETRY_AFTER_SECONDS } = this.options;

    return new Rejected(code, code === 'busy' ? busy : GREEDY, { retryAfterSeconds });
  }
}
