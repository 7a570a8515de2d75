import type { Context } from '@earmark/contracts/kit';
import { ImportFeed, SeriesUuid, type FeedImported } from '@earmark/contracts/series';
import type { Commands } from '../kit/commands.ts';
import { systemContext } from '../kit/system-context.ts';
import type { Leases } from '../kit/process/lease.ts';
import { pause } from '../kit/process/pause.ts';
import { Rejected } from '../kit/rejected.ts';
import type { Streams } from '../kit/streams.ts';
import { series } from '../series/series.decider.ts';
import { failureOf, isBusy, type CheckFailure, type CheckResult } from './check-result.ts';
import type { DueFeed, FeedCheckStore } from './feed-checks.store.ts';

/** Feeds checked at once, and never two of one host. */
const MAX_AT_ONCE = 4;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After the first, second and every further failure in a row. */
const BACK_OFF_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS] as const;
const MAX_RETRY_AFTER_MS = 7 * 24 * HOUR_MS;
/** Spreads checks that would always come together. */
const JITTER = 0.1;
/** How often one looks for feeds that became due while others are being checked. */
const LOOK_MS = 10_000;

export interface FeedChecksParts {
  readonly commands: Commands;
  readonly streams: Streams;
  readonly leases: Leases;
  readonly store: FeedCheckStore;
  readonly report: (line: string) => void;
  /** 0: only those that somebody asks for. */
  readonly everyMinutes: number;
  readonly now?: () => Date;
}

/**
 * Reads feeds again: takes over what has changed and, of followed series, what is new. One server checks a feed at a
 * time. A feed that cannot be read is left alone for a while; the reason is kept and not reported.
 */
export class FeedChecks {
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<unknown>>();
  /** Until when hosts want to be left alone (Retry-After), by host, in epoch milliseconds. */
  private readonly restingHosts = new Map<string, number>();
  private nudge = () => {};

  constructor(private readonly parts: FeedChecksParts) {}

  /** Ends the checks in progress. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('the server is stopping'));
    await Promise.allSettled(this.running);
  }

  /** Looks at once for feeds that became due while others are being checked. */
  wake(): void {
    this.nudge();
  }

  /** Checks every feed that is due. Throws the reason of the signal, and an outage of ours. */
  async checkDue(signal: AbortSignal): Promise<void> {
    const { store } = this.parts;
    const busy = new Map<string, Promise<void>>();
    /** Those that another check holds. */
    const taken = new Set<string>();
    try {
      for (;;) {
        signal.throwIfAborted();
        const woken = new AbortController();
        this.nudge = () => woken.abort();
        const isIdle = busy.size === 0;
        const busyHosts = [...busy.keys(), ...this.listRestingHosts()];
        const limit = MAX_AT_ONCE - busy.size;
        const due = limit > 0 ? await store.listDue(this.now(), { busyHosts, except: [...taken], limit }) : [];
        for (const feed of due) {
          const check = this.checkOne(feed, signal).then((isDone) => {
            busy.delete(feed.host);
            if (!isDone) taken.add(feed.seriesUuid);
          });
          busy.set(feed.host, check);
        }
        // A host that became free meanwhile may have more.
        if (busy.size > 0) await Promise.race([...busy.values(), pause(LOOK_MS, woken.signal)]);
        else if (isIdle) return;
        // Ends the pause.
        woken.abort();
      }
    } finally {
      this.nudge();
      await Promise.allSettled(busy.values());
    }
  }

  /** Checks a feed now, in its turn. Throws Rejected: series-unknown, series-without-feed, busy. */
  async refresh(seriesUuid: SeriesUuid, context: Context): Promise<CheckResult> {
    const { signal } = this.stopping;
    const work = this.parts.leases.hold(
      leaseOf(seriesUuid),
      async (lost) => this.check(seriesUuid, context, AbortSignal.any([signal, lost])),
      signal,
    );
    this.running.add(work);
    try {
      return await work;
    } finally {
      this.running.delete(work);
    }
  }

  /** False when it is being checked elsewhere. */
  private async checkOne({ seriesUuid, host }: DueFeed, signal: AbortSignal): Promise<boolean> {
    return this.parts.leases.tryHold(leaseOf(seriesUuid), async (lost) => {
      const ending = AbortSignal.any([signal, lost]);
      try {
        await this.check(SeriesUuid.parse(seriesUuid), systemContext('feed refresh'), ending, host);
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
    });
  }

  private async check(
    seriesUuid: SeriesUuid,
    context: Context,
    signal: AbortSignal,
    host: string | null = null,
  ): Promise<CheckResult> {
    const { commands, streams, store, report } = this.parts;
    const { facts, feedUrl, isFollowed } = (await streams.read(series, seriesUuid)).state;
    if (!facts) throw new Rejected('series-unknown', `There is no podcast ${seriesUuid}.`);
    const { name } = facts;
    if (feedUrl === null)
      throw new Rejected('series-without-feed', `“${name}” was added from files, so there is no feed to read.`);

    const failures = await store.begin(seriesUuid, feedUrl, this.now());
    let imported: FeedImported;
    try {
      const part = isFollowed ? 'new' : 'known';
      const order = { source: feedUrl, bytes: null, part, mayMove: false, seriesUuid, signal, onProgress } as const;
      imported = await commands.send(new ImportFeed(order, context));
    } catch (error) {
      const failure = signal.aborted || isBusy(error) ? null : failureOf(error);
      if (failure === null) {
        await store.giveUp(seriesUuid, signal.aborted ? null : this.later(MINUTE_MS));
        throw error;
      }
      if (failure.isOurBug) report(`feed of ${name} (${seriesUuid}): ${failure.problem}`);
      await this.keepFailure(seriesUuid, failure, failures, host);

      return { seriesUuid, name, imported: null, problem: failure.problem };
    }
    const { everyMinutes } = this.parts;
    await store.succeed(seriesUuid, this.now(), everyMinutes === 0 ? null : this.later(everyMinutes * MINUTE_MS));

    return { seriesUuid, name, imported, problem: null };
  }

  private async keepFailure(
    seriesUuid: string,
    { problem, isGone, retryAfterSeconds }: CheckFailure,
    failures: number,
    host: string | null,
  ): Promise<void> {
    const backOffMs = BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length - 1)] ?? HOUR_MS;
    const restMs = Math.min((retryAfterSeconds ?? 0) * 1000, MAX_RETRY_AFTER_MS);
    if (host !== null && restMs > 0) this.restingHosts.set(host, this.now().getTime() + restMs);
    const waitMs = Math.max(backOffMs, this.parts.everyMinutes * MINUTE_MS, restMs / (1 - JITTER));
    await this.parts.store.fail(seriesUuid, {
      at: this.now(),
      next: isGone ? null : this.later(waitMs),
      problem,
      isGone,
    });
  }

  private listRestingHosts(): string[] {
    const now = this.now().getTime();
    for (const [host, until] of this.restingHosts) if (until <= now) this.restingHosts.delete(host);

    return [...this.restingHosts.keys()];
  }

  private now(): Date {
    return this.parts.now?.() ?? new Date();
  }

  private later(ms: number): Date {
    return new Date(this.now().getTime() + ms * (1 - JITTER + 2 * JITTER * Math.random()));
  }
}

const onProgress = () => undefined;
const leaseOf = (seriesUuid: string): string => `feed ${seriesUuid}`;
