import ipaddr from 'ipaddr.js';
import { Rejected } from '../kit/rejected.ts';

export interface ThrottleLimits {
  /** Failures of one user name from one address. */
  readonly perUsername: number;
  /** Failures from one address, under any name. */
  readonly perAddress: number;
  /** Counted from the first failure. */
  readonly windowMs: number;
}

const DEFAULT_LIMITS: ThrottleLimits = { perUsername: 10, perAddress: 50, windowMs: 15 * 60 * 1000 };
const MAX_ENTRIES = 20_000;

interface Entry {
  failures: number;
  readonly until: number;
}

/** Counts failed log-ins in this process's memory, and refuses more than the limits allow. */
export class LoginThrottle {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly limits: ThrottleLimits = DEFAULT_LIMITS,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Runs `work`; null from it is a failed log-in, a throw (an outage) is not. Throws Rejected `too-many-attempts`
   * instead of running it. An attempt under way counts as failed, so that many at once get no more tries than one by one.
   */
  async attempt<Result>(username: string, ip: string, work: () => Promise<Result | null>): Promise<Result | null> {
    const address = `a ${network(ip)}`;
    const pair = `u ${network(ip)} ${username}`;
    this.refuseOver(pair, this.limits.perUsername);
    this.refuseOver(address, this.limits.perAddress);

    this.add(pair, 1);
    this.add(address, 1);
    let failed = false;
    try {
      const result = await work();
      failed = result === null;
      // Only of this name: whoever has an account must not clear the address for guesses at others.
      if (!failed) this.entries.delete(pair);

      return result;
    } finally {
      if (!failed) {
        this.add(pair, -1);
        this.add(address, -1);
      }
    }
  }

  private refuseOver(key: string, limit: number): void {
    const entry = this.current(key);
    if (entry === undefined || entry.failures < limit) return;

    const retryAfterSeconds = Math.max(1, Math.ceil((entry.until - this.now()) / 1000));
    const minutes = Math.ceil(retryAfterSeconds / 60);
    throw new Rejected(
      'too-many-attempts',
      `Too many failed log-ins. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      { retryAfterSeconds },
    );
  }

  private add(key: string, failures: number): void {
    const entry = this.current(key);
    if (entry !== undefined) entry.failures = Math.max(0, entry.failures + failures);
    else if (failures > 0) this.begin(key, failures);
  }

  private begin(key: string, failures: number): void {
    const oldest = this.entries.size < MAX_ENTRIES ? undefined : this.entries.keys().next().value;
    if (oldest !== undefined) this.entries.delete(oldest);
    this.entries.set(key, { failures, until: this.now() + this.limits.windowMs });
  }

  private current(key: string): Entry | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined || entry.until > this.now()) return entry;
    this.entries.delete(key);

    return undefined;
  }
}

/** One sender: an IPv4 address, or the /64 of an IPv6 one, within which anybody has addresses without end. */
function network(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);

  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}
