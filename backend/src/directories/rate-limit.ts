import { pause } from '../kit/process/pause.ts';

export interface RateLimitOptions {
  /** Calls that may come at once. */
  readonly burst: number;
  readonly perMinute: number;
  /** Calls wait this long for their turn rather than being refused. Default: 0. */
  readonly patienceMs?: number;
}

/** Lets calls through no faster than a service allows: a bucket that fills with time. */
export class RateLimit {
  private left: number;
  private at = performance.now();

  constructor(private readonly options: RateLimitOptions) {
    this.left = options.burst;
  }

  /** 0 when the call may be made, else in how many seconds it may be. */
  async take(): Promise<number> {
    const { burst, perMinute, patienceMs = 0 } = this.options;
    const now = performance.now();
    this.left = Math.min(burst, this.left + ((now - this.at) * perMinute) / 60_000);
    this.at = now;
    const waitMs = ((1 - this.left) * 60_000) / perMinute;
    if (waitMs > patienceMs) return Math.ceil(waitMs / 1000);
    // Reserves its turn: whoever comes next waits longer.
    this.left -= 1;
    if (waitMs > 0) await pause(waitMs, new AbortController().signal);

    return 0;
  }
}
