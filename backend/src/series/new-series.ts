import type { Outcome } from '@earmark/contracts/kit';
import { ChangeSeries, type FeedImported } from '@earmark/contracts/series';
import { findKnownSeries } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { SeenSeries } from '../directories/seen-series.ts';
import type { FeedSeries } from '../feeds/read-feed.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Leases } from '../kit/process/lease.ts';
import type { Importing } from './feed-report.ts';

type Change = NonNullable<FeedImported['change']>;

/** Adds the series that people pick in a directory, and follows it. One that was removed comes back. */
@Injectable()
export class NewSeries {
  constructor(
    private readonly commands: Commands,
    private readonly seen: SeenSeries,
    private readonly checkpoints: Checkpoints,
    private readonly leases: Leases,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  async add(series: FeedSeries, importing: Importing): Promise<Change> {
    const { feedUrl } = series;
    const itunesId = series.itunesId ?? (feedUrl === null ? null : await this.seen.findItunesId(feedUrl));
    if (itunesId === null) return this.put(series, importing);

    // The same show at two addresses has two uuids, so only one of them is added at a time.
    return this.leases.hold(`add series ${itunesId}`, async () => {
      const known = await findKnownSeries(this.pool, series.uuid, feedUrl, itunesId);
      if (known && known.seriesUuid !== series.uuid && !known.isRemoved)
        return { uuid: known.seriesUuid, name: known.name, outcome: NOTHING };
      const uuid = known?.seriesUuid ?? series.uuid;
      const added = await this.put({ ...series, uuid, itunesId }, importing);
      await this.checkpoints.passed(added.outcome.position);

      return added;
    });
  }

  private async put({ uuid, feedUrl, itunesId, facts }: FeedSeries, importing: Importing): Promise<Change> {
    const { context, recorded } = importing;
    const order = { type: 'PutSeries', seriesUuid: uuid, feedUrl, itunesId, facts, restores: true } as const;
    const outcome = recorded(await this.commands.send(new ChangeSeries(order, context)));
    recorded(await this.commands.send(new ChangeSeries({ type: 'FollowSeries', seriesUuid: uuid }, context)));

    return { uuid, name: facts.name, outcome };
  }
}

const NOTHING: Outcome = { position: null, types: [], eventIds: [], revision: -1 };
