import { ChangeSeries, type SeriesElsewhere } from '@earmark/contracts/series';
import { findKnownSeries } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { findSeriesAt } from '../directories/directories.ts';
import type { FeedSeries } from '../feeds/read-feed.ts';
import { Commands } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import type { Change, Importing } from './feed-report.ts';

/** Adds or updates the series of a feed. */
@Injectable()
export class SeriesImport {
  constructor(
    private readonly commands: Commands,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** `restores`: whether it comes back if it was removed; otherwise throws Rejected `series-removed`. */
  async put(
    { uuid, feedUrl, itunesId, facts }: FeedSeries,
    { context, recorded }: Importing,
    restores = false,
  ): Promise<Change> {
    const order = { type: 'PutSeries', seriesUuid: uuid, feedUrl, itunesId, facts, restores } as const;

    return { uuid, name: facts.name, outcome: recorded(await this.commands.send(new ChangeSeries(order, context))) };
  }

  /**
   * A feed names its podcast itself, so anybody could publish one that takes a known series over. The series' own feed
   * may redirect elsewhere; for any other at another host, an admin has to say so. Throws Rejected `series-elsewhere`.
   */
  async refuseTakeover({ uuid, feedUrl }: FeedSeries, source: string): Promise<void> {
    const known = await findKnownSeries(this.pool, uuid, null);
    if (!known?.feedUrl || feedUrl === null || hostOf(known.feedUrl) === hostOf(feedUrl)) return;
    if ((await findSeriesAt(this.pool, source)) === uuid) return;

    const elsewhere: SeriesElsewhere = { name: known.name, host: hostOf(known.feedUrl), newHost: hostOf(feedUrl) };
    throw new Rejected(
      'series-elsewhere',
      `“${elsewhere.name}” is already here, with its feed at ${elsewhere.host}; this one at ${elsewhere.newHost} says that it is the same podcast. If that is so, run: npm run earmark -- import --move ADDRESS`,
      elsewhere,
    );
  }
}

const hostOf = (address: string): string => new URL(address).hostname;
