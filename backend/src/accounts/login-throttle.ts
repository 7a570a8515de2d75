import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../kit/auth/network.ts';
import { Rejected } from '../kit/rejected.ts';

export interface ThrottleLimits {
  /** Failures allowed for one user name from one address. */
  readonly perUsername: number;
  /** Failures allowed from one address, under any name. */
  readonly perAddress: number;
  /** Failures for one user name from all addresses, after which further attempts take turns. */
  readonly perAccount: number;
  /** The time between two turns. */
  readonly turnMs: number;
  /** Counted from the first failure. */
  readonly windowMs: number;
}

const DEFAULT_LIMITS: ThrottleLimits = {
  perUsername: 10,
  perAddress: 50,
  perAccount: 30,
  turnMs: 1500,
  windowMs: 15 * 60 * 1000,
};
const MAX_ENTRIES = 20_000;
/** More would only wait in vain. */
const MAX_TURNS_AHEAD = 20;

/**
 * Counts failed log-ins in the memory of this process and refuses further attempts from an address over a limit. An
 * account that is guessed at from many addresses is slowed, not locked: attempts take turns, and whoever has signed in
 * to it from the same address before does not wait.
 */
export class LoginThrottle {
  private readonly failures: LRUCache<string, number>;
  private readonly underWay = new Map<string, Set<Promise<unknown>>>();
  /** Pairs of an address and a user name that have signed in. */
  private readonly known = new LRUCache<string, true>({ max: MAX_ENTRIES });
  /** When the next attempt at an account may run. */
  private readonly nextTurn = new LRUCache<string, number>({ max: MAX_ENTRIES });

  constructor(
    private readonly limits: ThrottleLimits = DEFAULT_LIMITS,
    private readonly now: () => number = Date.now,
    private readonly wait: (ms: number) => Promise<unknown> = pause,
  ) {
    this.failures = new LRUCache({
      max: MAX_ENTRIES,
      // The cache keeps an entry through the last millisecond of its time to live.
      ttl: limits.windowMs - 1,
      // The window begins with the first failure.
      noUpdateTTL: true,
      ttlResolution: 0,
      perf: { now },
    });
  }

  /**
   * Runs `work`. Null counts as a failed log-in, an error (an outage) does not. Throws Rejected `too-many-attempts`
   * instead of running it. All attempts in progress may fail, so those beyond the limit wait for them: many at once get
   * no more tries than one after the other, and none that would succeed is refused.
   */
  async attempt<Result>(username: string, ip: string, work: () => Promise<Result | null>): Promise<Result | null> {
    const address = `a ${networkOf(ip)}`;
    const pair = `u ${networkOf(ip)} ${username}`;
    for (let full = this.full(pair, address); full !== null; full = this.full(pair, address))
      await Promise.race(full).catch(() => undefined);
    const account = `n ${username}`;
    if (!this.known.has(pair) && this.failed(account) >= this.limits.perAccount) await this.turn(account);

    const run = this.run({ pair, address, account }, work);
    for (const key of [pair, address]) this.underWay.set(key, (this.underWay.get(key) ?? new Set()).add(run));
    try {
      return await run;
    } finally {
      for (const key of [pair, address]) {
        const others = this.underWay.get(key);
        others?.delete(run);
        if (others?.size === 0) this.underWay.delete(key);
      }
    }
  }

  /**
   * The attempts in progress, when no tries would be left if they all failed; else null. Throws Rejected when none are
   * left now.
   */
  private full(pair: string, address: string): ReadonlySet<Promise<unknown>> | null {
    const limits = [
      [pair, this.limits.perUsername],
      [address, this.limits.perAddress],
    ] as const;
    for (const [key, limit] of limits) this.refuseOver(key, limit);
    for (const [key, limit] of limits) {
      const running = this.underWay.get(key);
      if (running && this.failed(key) + running.size >= limit) return running;
    }

    return null;
  }

  private async run<Result>(
    { pair, address, account }: { pair: string; address: string; account: string },
    work: () => Promise<Result | null>,
  ): Promise<Result | null> {
    const result = await work();
    if (result === null) for (const key of [pair, address, account]) this.count(key);
    else {
      // Only for this name: signing in to one account must not clear the address for guesses at others.
      this.failures.delete(pair);
      this.known.set(pair, true);
    }

    return result;
  }

  private async turn(account: string): Promise<void> {
    const now = this.now();
    const at = Math.max(now, this.nextTurn.get(account) ?? 0);
    const { turnMs } = this.limits;
    if (at - now > MAX_TURNS_AHEAD * turnMs)
      throw new Rejected('too-many-attempts', 'Too many failed log-ins for this account. Try again in a few seconds.', {
        retryAfterSeconds: Math.ceil(turnMs / 1000),
      });
    this.nextTurn.set(account, at + turnMs);
    if (at > now) await this.wait(at - now);
  }

  private refuseOver(key: string, limit: number): void {
    if (this.failed(key) < limit) return;

    const retryAfterSeconds = Math.max(1, Math.ceil(this.failures.getRemainingTTL(key) / 1000));
    const minutes = Math.ceil(retryAfterSeconds / 60);
    throw new Rejected(
      'too-many-attempts',
      `Too many failed log-ins. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      { retryAfterSeconds },
    );
  }

  private count(key: string): void {
    this.failures.set(key, this.failed(key) + 1);
  }

  private failed(key: string): number {
    return this.failures.get(key) ?? 0;
  }
}
