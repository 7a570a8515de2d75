import { randomUUID } from 'node:crypto';
import { feedUuid, type Context } from '@earmark/contracts/kit';
import type { AdditionRequest } from '@earmark/contracts/series';
import { findKnownSeries } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { readFeedList } from '../feeds/feed-reading.ts';
import { FeedUnreadable } from '../feeds/feed-unreadable.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { Rejected } from '../kit/rejected.ts';
import { AdditionsProcess } from './additions.process.ts';
import { AdditionsStore, type NewItem } from './additions.store.ts';

/** Begins additions. */
@Injectable()
export class Additions {
  constructor(
    private readonly store: AdditionsStore,
    private readonly process: AdditionsProcess,
    private readonly parsing: Parsing,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** Its id, or that of the same one while it is running. Throws Rejected for what could not be added at all. */
  async begin(request: AdditionRequest, context: Context): Promise<string> {
    if ('seriesUuid' in request) return this.beginEpisodes(request.seriesUuid, request.newest, context);
    const items = 'opml' in request ? await this.listedIn(request.opml) : request.feeds.map(itemOf);
    const once = [...new Map(items.map((item) => [feedUuid(item.source), item])).values()];
    const id = randomUUID();
    await this.store.create({ id, kind: 'feeds', seriesUuid: null, name: null, newest: null, context }, once);
    this.process.wake(id);

    return id;
  }

  private async beginEpisodes(seriesUuid: string, newest: number | null, context: Context): Promise<string> {
    const series = await findKnownSeries(this.pool, seriesUuid, null);
    if (!series || series.isRemoved)
      throw new Rejected('series-unknown', 'The series must be added before its episodes.');
    if (series.feedUrl === null)
      throw new Rejected('series-without-feed', `“${series.name}” was added from files, so there is no feed to read.`);
    const same = await this.store.findSame(seriesUuid, newest);
    if (same !== null) return same;
    const id = randomUUID();
    await this.store.create({ id, kind: 'episodes', seriesUuid, name: series.name, newest, context }, null);
    this.process.wake(id);

    return id;
  }

  private async listedIn(opml: string): Promise<NewItem[]> {
    try {
      const { feeds, leftOut } = await readFeedList(this.parsing, Buffer.from(opml));

      return [
        ...feeds.map(({ title, feedUrl }) => ({ source: feedUrl, name: title ?? feedUrl, error: null })),
        ...leftOut.map((written) => ({
          source: written,
          name: written,
          error: 'This is not an address that begins with http:// or https://.',
        })),
      ];
    } catch (error) {
      if (error instanceof FeedUnreadable) throw new Rejected('feed-unreadable', error.message);
      throw error;
    }
  }
}

const itemOf = (feedUrl: string): NewItem => ({ source: feedUrl, name: feedUrl, error: null });
