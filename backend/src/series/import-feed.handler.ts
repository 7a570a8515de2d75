import type { Outcome } from '@earmark/contracts/kit';
import { type FeedImported, ImportFeed } from '@earmark/contracts/series';
import { findKnownSeries } from '@earmark/projections/queries';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { RssProvider } from '../directories/rss.provider.ts';
import type { Feed, FeedSeries } from '../feeds/read-feed.ts';
import type { Handles } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { EpisodeImport } from './episode-import.ts';
import { emptyReport, type Change } from './feed-report.ts';
import { NewSeries } from './new-series.ts';
import { SeriesImport } from './series-import.ts';
import { WholeFeedImport, type WholeImport } from './whole-feed-import.ts';

type Asked = Omit<WholeImport, 'part'>;

@CommandHandler(ImportFeed)
export class ImportFeedHandler implements Handles<ImportFeed> {
  constructor(
    private readonly rss: RssProvider,
    private readonly newSeries: NewSeries,
    private readonly series: SeriesImport,
    private readonly episodes: EpisodeImport,
    private readonly wholeFeed: WholeFeedImport,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  async execute({ command, context }: ImportFeed): Promise<FeedImported> {
    const { source, mayMove, seriesUuid = null, onProgress, signal } = command;
    let position: bigint | null = null;
    const recorded = (outcome: Outcome): Outcome => {
      if (outcome.position !== null && (position === null || outcome.position > position)) position = outcome.position;
      return outcome;
    };
    const check = async (series: FeedSeries) => {
      if (!mayMove && seriesUuid === null) await this.series.refuseTakeover(series, source);
    };
    const asked = { context, report: emptyReport(), onProgress, signal, recorded, seriesUuid, check };
    const imported = await this.import(command, asked);

    return { ...imported, report: asked.report, position };
  }

  private async import(
    { source, bytes, part }: ImportFeed['command'],
    asked: Asked,
  ): Promise<Pick<FeedImported, 'change' | 'episodeUuids'>> {
    if (part === 'series') return { change: await this.importSeries(source, asked), episodeUuids: null };
    if (typeof part === 'object')
      return { change: await this.episodes.importOne(await this.recent(source), part, asked), episodeUuids: null };
    if (bytes === null) return this.wholeFeed.importAddress(source, { ...asked, part });

    return this.wholeFeed.importFile(bytes, { ...asked, part });
  }

  private async importSeries(source: string, asked: Asked): Promise<Change> {
    const feed = await this.recent(source);
    await asked.check(feed.series);

    return this.newSeries.add(feed, asked);
  }

  /** The feed, with the uuid that we gave its series. */
  private async recent(url: string): Promise<Feed> {
    const { feed, permanentUrl } = await this.rss.load(url);
    const added = await findKnownSeries(this.pool, feed.series.uuid, permanentUrl);
    const uuid = added?.seriesUuid ?? feed.series.uuid;

    return { ...feed, series: { ...feed.series, uuid, feedUrl: permanentUrl } };
  }
}
