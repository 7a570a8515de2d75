import type { Outcome } from '@earmark/contracts/kit';
import { ChangeSeries } from '@earmark/contracts/series';
import { findKnownSeries } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { SeenSeries } from '../directories/seen-series.ts';
import type { Feed, FeedSeries } from '../feeds/read-feed.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Leases } from '../kit/process/lease.ts';
import type { Change, Importing } from './feed-report.ts';
import { FeedStates } from './feed-states.ts';
import { SeriesImport } from './series-import.ts';

/** Adds the series that people pick in a directory, and follows it. One that was removed comes back. */
@Injectable()
export class NewSeries {
  constructor(
    private readonly commands: Commands,
    private readonly series: SeriesImport,
    private readonly states: FeedStates,
    private readonly seen: SeenSeries,
    private readonly checkpoints: Checkpoints,
    private readonly leases: Leases,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** From then on new episodes are added; those that the feed has already are for an admin to choose. */
  async add(feed: Feed, importing: Importing): Promise<Change> {
    const { uuid, feedUrl } = feed.series;
    const itunesId = feed.series.itunesId ?? (feedUrl === null ? null : await this.seen.findItunesId(feedUrl));
    if (itunesId === null) {
      const known = await findKnownSeries(this.pool, uuid, feedUrl);
      if (known === null) await this.leaveOut(feed);
      return this.follow(feed.series, importing);
    }

    // The same show at two addresses has two uuids, so only one of them is added at a time.
    return this.leases.hold(`add series ${itunesId}`, async () => {
      const known = await findKnownSeries(this.pool, uuid, feedUrl, itunesId);
      if (known && known.seriesUuid !== uuid && !known.isRemoved)
        return { uuid: known.seriesUuid, name: known.name, outcome: NOTHING };
      if (known === null) await this.leaveOut(feed);
      const added = await this.follow({ ...feed.series, uuid: known?.seriesUuid ?? uuid, itunesId }, importing);
      await this.checkpoints.passed(added.outcome.position);

      return added;
    });
  }

  private async leaveOut({ series: { uuid, feedUrl }, episodes }: Feed): Promise<void> {
    if (feedUrl === null) return;
    await this.states.leaveOut(
      uuid,
      feedUrl,
      episodes.map((episode) => episode.uuid),
    );
  }

  private async follow(series: FeedSeries, importing: Importing): Promise<Change> {
    const { context, recorded } = importing;
    const change = await this.series.put(series, importing, true);
    recorded(await this.commands.send(new ChangeSeries({ type: 'FollowSeries', seriesUuid: series.uuid }, context)));

    return change;
  }
}

const NOTHING: Outcome = { position: null, types: [], eventIds: [], revision: -1 };
