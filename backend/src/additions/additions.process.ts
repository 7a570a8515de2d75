import { ImportFeed, type FeedToImport } from '@earmark/contracts/series';
import { findKnownSeries } from '@earmark/projections/queries';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { RssProvider } from '../directories/rss.provider.ts';
import { FeedUnreadable } from '../feeds/feed-unreadable.ts';
import { FetchError } from '../feeds/fetch-error.ts';
import type { FeedEpisode } from '../feeds/read-feed.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { REPORT, type Report } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Leases } from '../kit/process/lease.ts';
import { unlessAborted } from '../kit/process/pause.ts';
import { WorkLoop } from '../kit/process/work-loop.ts';
import { Rejected } from '../kit/rejected.ts';
import { AdditionsStore, type ItemResult, type OpenAddition, type WaitingItem } from './additions.store.ts';

/** Additions that one server works on, and items of each of them, at the same time. */
const ADDITIONS_AT_ONCE = 2;
const ITEMS_AT_ONCE = 4;

/**
 * Adds what people asked for in the background. An addition that is cut off goes on at the items that wait; one of them
 * may have been recorded already, and recording it again changes nothing.
 */
@Injectable()
export class AdditionsProcess implements OnModuleDestroy {
  private readonly loop: WorkLoop;
  /** Ends what this server does for an addition. */
  private readonly running = new Map<string, AbortController>();

  constructor(
    private readonly store: AdditionsStore,
    private readonly commands: Commands,
    private readonly rss: RssProvider,
    private readonly checkpoints: Checkpoints,
    @Inject(PG_POOL) private readonly pool: Pool,
    leases: Leases,
    @Inject(REPORT) report: Report,
  ) {
    this.loop = new WorkLoop({
      name: 'addition',
      leases,
      report,
      concurrency: ADDITIONS_AT_ONCE,
      list: async () => this.store.listRunning(),
      run: async (id, signal) => this.runUntilCancelled(id, signal),
    });
  }

  /** From now on, continues additions that no other server is working on. */
  start(): void {
    this.loop.start();
  }

  wake(id: string): void {
    this.loop.wake(id);
  }

  /** Ends an addition. Another server that works on it ends with the items that it has begun. */
  async cancel(id: string): Promise<void> {
    await this.store.end(id, 'cancelled');
    this.running.get(id)?.abort(new Error('the addition was cancelled'));
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }

  private async runUntilCancelled(id: string, signal: AbortSignal): Promise<void> {
    const cancelled = new AbortController();
    this.running.set(id, cancelled);
    try {
      await this.run(id, AbortSignal.any([signal, cancelled.signal]));
    } catch (error) {
      if (!cancelled.signal.aborted) throw error;
    } finally {
      this.running.delete(id);
    }
  }

  private async run(id: string, signal: AbortSignal): Promise<void> {
    const addition = await this.store.findRunning(id);
    if (addition === null) return;
    const source = addition.kind === 'feeds' ? null : await this.prepare(addition);
    if (source === undefined) return;
    const waiting = await this.store.listWaiting(id);
    let last: bigint | null = null;
    const worker = async () => {
      for (let item = waiting.shift(); item; item = waiting.shift()) {
        if (signal.aborted || !(await this.store.isRunning(id))) return;
        const { position, ...result } = await unlessAborted(this.add(addition, source, item, signal), signal);
        if (position !== null && (last === null || position > last)) last = position;
        await this.store.finishItem(id, item.number, result);
      }
    };
    // All of them have ended before somebody else may go on.
    const ended = await Promise.allSettled(Array.from({ length: ITEMS_AT_ONCE }, worker));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
    signal.throwIfAborted();
    // Whoever reads that it is done finds everything.
    await this.checkpoints.passed(last);
    await this.store.end(id, 'done');
  }

  /** The address of the feed, whose episodes are listed. Undefined when it cannot be read, which ends the addition. */
  private async prepare({ id, seriesUuid, newest, isListed }: OpenAddition): Promise<string | undefined> {
    const series = await findKnownSeries(this.pool, seriesUuid, null);
    if (!series?.feedUrl || series.isRemoved) {
      await this.store.end(id, 'failed', 'The podcast is not here any more, or has no feed.');
      return undefined;
    }
    if (isListed) return series.feedUrl;
    try {
      const { feed } = await this.rss.load(series.feedUrl);
      const episodes = feed.episodes.toSorted(byNewest).slice(0, newest ?? feed.episodes.length);
      await this.store.listItems(
        id,
        episodes.map(({ uuid, facts }) => ({ source: uuid, name: facts.title, error: null })),
      );

      return series.feedUrl;
    } catch (error) {
      await this.store.end(id, 'failed', sentenceOf(error));
      return undefined;
    }
  }

  /** Throws what is no fault of the item, so that the addition goes on later. */
  private async add(
    { kind, context }: OpenAddition,
    feedUrl: string | null,
    item: WaitingItem,
    signal: AbortSignal,
  ): Promise<ItemResult & { position: bigint | null }> {
    const part: FeedToImport['part'] = kind === 'feeds' ? 'series' : { episodeUuid: item.source };
    const source = feedUrl ?? item.source;
    const isNew = kind === 'feeds' ? ['SeriesAdded', 'SeriesRestored'] : ['EpisodeAdded', 'EpisodeRestored'];
    try {
      const { change, report, position } = await this.commands.send(
        new ImportFeed({ source, bytes: null, part, mayMove: false, onProgress: () => undefined, signal }, context),
      );
      const status = change?.outcome.types.some((type) => isNew.includes(type)) ? 'added' : 'exists';
      const problem = report.failed > 0 ? (report.warnings[0] ?? null) : null;

      return { status, uuid: change?.uuid ?? null, name: change?.name ?? null, error: problem, position };
    } catch (error) {
      signal.throwIfAborted();

      return { status: 'failed', uuid: null, name: null, error: sentenceOf(error), position: null };
    }
  }
}

const byNewest = (one: FeedEpisode, other: FeedEpisode): number =>
  Date.parse(other.facts.publishedAt ?? '1970-01-01') - Date.parse(one.facts.publishedAt ?? '1970-01-01');

/** Codes of what passes by itself. */
const PASSING = new Set(['busy', 'stream-busy']);

/** Rethrows what the publisher is not to blame for. */
function sentenceOf(error: unknown): string {
  const isTheirs = error instanceof Rejected || error instanceof FetchError || error instanceof FeedUnreadable;
  if (!isTheirs || (error instanceof Rejected && PASSING.has(error.code))) throw error;

  return error.message;
}
