import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Context } from '@earmark/contracts/kit';
import type { SeriesUuid } from '@earmark/contracts/series';
import type { Config } from '../config.ts';
import { Commands } from '../kit/commands.ts';
import { CONFIG, REPORT, type Report } from '../kit/core.ts';
import { outageOf } from '../kit/outage.ts';
import { Leases } from '../kit/process/lease.ts';
import { backoffMs, messageOf, pause } from '../kit/process/pause.ts';
import { Streams } from '../kit/streams.ts';
import type { CheckResult } from './check-result.ts';
import { FeedChecks } from './feed-checks.ts';
import { FeedCheckStore } from './feed-checks.store.ts';

const LEASE = 'feeds';
/** How often one looks for feeds that are due. */
const LOOK_MS = 10_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** Keeps feeds fresh: one server of all checks those that are due; another takes over when it ends. */
@Injectable()
export class FollowingProcess implements OnModuleDestroy {
  private readonly checks: FeedChecks;
  private readonly stopping = new AbortController();
  private keeping: Promise<void> | null = null;
  private nudge = () => {};

  constructor(
    commands: Commands,
    streams: Streams,
    private readonly leases: Leases,
    store: FeedCheckStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'FEED_REFRESH_MINUTES'>,
    @Inject(REPORT) private readonly report: Report,
  ) {
    const everyMinutes = config.FEED_REFRESH_MINUTES;
    this.checks = new FeedChecks({ commands, streams, leases, store, report, everyMinutes });
  }

  start(): void {
    if (this.config.FEED_REFRESH_MINUTES === 0) return;
    this.keeping ??= this.leases.keep(LEASE, async (signal) => this.keepChecking(signal), this.stopping.signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort(new Error('the server is stopping'));
    await Promise.all([this.keeping, this.checks.stop()]);
  }

  /** Looks for feeds that are due now, in case this server checks them. */
  wake(): void {
    this.checks.wake();
    this.nudge();
  }

  /** Checks a feed now, whether or not it is due. Throws as FeedChecks. */
  async refresh(seriesUuid: SeriesUuid, context: Context): Promise<CheckResult> {
    return this.checks.refresh(seriesUuid, context);
  }

  /** The same; null when it takes longer, and then goes on. */
  async refreshWithin(maxWaitMs: number, seriesUuid: SeriesUuid, context: Context): Promise<CheckResult | null> {
    const answered = new AbortController();
    const late = pause(maxWaitMs, answered.signal).then(() => null);
    try {
      return await Promise.race([this.refresh(seriesUuid, context), late]);
    } finally {
      answered.abort();
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }

  private async keepChecking(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      const woken = new AbortController();
      this.nudge = () => woken.abort();
      try {
        await this.checks.checkDue(signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        // Reported once, until a look succeeds. At the first start the tables are still being built.
        const isExpected = outageOf(error) === 'tables-building';
        if (failures++ === 0 && !isExpected) this.report(`feeds: ${messageOf(error)}; trying again`);
      }
      const waitMs = failures === 0 ? LOOK_MS : backoffMs(failures, FIRST_WAIT_MS, LONGEST_WAIT_MS);
      await pause(waitMs, AbortSignal.any([signal, woken.signal]));
    }
  }
}
