import { ProcessNewEpisodes } from '@earmark/contracts/pipeline';
import type { FeedImported, SeriesUuid } from '@earmark/contracts/series';
import { listKnownEpisodes } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { findSeriesAt, findSeriesOf } from '../directories/directories.ts';
import { readFeedFile } from '../feeds/feed-reading.ts';
import type { Fetcher } from '../feeds/fetcher.ts';
import { loadFeed } from '../feeds/load-feed.ts';
import type { Feed, FeedSeries } from '../feeds/read-feed.ts';
import { Commands } from '../kit/commands.ts';
import { FETCHER } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { Rejected } from '../kit/rejected.ts';
import { EpisodeImport } from './episode-import.ts';
import { skippedOf, type Change, type Importing } from './feed-report.ts';
import { FeedStates, type WholeFeed } from './feed-states.ts';
import { OfferedTranscripts } from './offered-transcripts.ts';
import { SeriesImport } from './series-import.ts';

/** A whole feed, of one address or file. */
export interface WholeImport extends Importing {
  readonly part: WholeFeed;
  /** The series whose own feed it is; null: whichever has this address. */
  readonly seriesUuid: SeriesUuid | null;
  /** Refuses a feed that may not be this series'. */
  readonly check: (series: FeedSeries) => Promise<void>;
}

type Imported = Pick<FeedImported, 'change' | 'episodeUuids'>;

@Injectable()
export class WholeFeedImport {
  constructor(
    private readonly parsing: Parsing,
    private readonly states: FeedStates,
    private readonly series: SeriesImport,
    private readonly episodes: EpisodeImport,
    private readonly transcripts: OfferedTranscripts,
    private readonly commands: Commands,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(FETCHER) private readonly fetcher: Fetcher,
  ) {}

  async importFile(bytes: Uint8Array, asked: WholeImport): Promise<Imported> {
    const feed = await readFeedFile(this.parsing, bytes);
    await asked.check(feed.series);
    const { change } = await this.importAll(feed, asked);

    return { change, episodeUuids: uuidsOf(feed) };
  }

  async importAddress(url: string, asked: WholeImport): Promise<Imported> {
    const { part, report, onProgress, signal } = asked;
    const seriesUuid = asked.seriesUuid ?? (await findSeriesAt(this.pool, url));
    const validators = seriesUuid === null ? null : await this.states.findValidators(seriesUuid, url, part);
    onProgress(`Reading ${url}`);
    const sources = { fetcher: this.fetcher, parsing: this.parsing };
    const loaded = await loadFeed(sources, url, { ...validators, seriesUuid, signal });
    if (loaded.notModified) {
      report.unchanged++;
      return { change: null, episodeUuids: null };
    }
    const { feed, permanentUrl, etag, lastModified } = loaded;
    const owner = permanentUrl === url ? null : await findSeriesOf(this.pool, permanentUrl);
    if (owner && owner.seriesUuid !== feed.series.uuid) {
      // Its episodes have their ids from the series that has this address.
      if (seriesUuid === null) return this.importAddress(permanentUrl, asked);
      if (!owner.isRemoved)
        throw new Rejected(
          'feed-of-another-series',
          `The feed has moved to ${permanentUrl}, which is the feed of “${owner.name}”. One of the two podcasts should be removed.`,
        );
    }
    const moved = { ...feed, series: { ...feed.series, feedUrl: permanentUrl } };
    await asked.check(moved.series);
    const { change, missing } = await this.importAll(moved, asked);
    await this.states.keepReading(moved.series.uuid, {
      feedUrl: permanentUrl,
      etag,
      lastModified,
      part,
      episodesInFeed: feed.episodes.length,
      missing,
      failed: report.failed,
      hasMoved: change.outcome.types.includes('FeedMoved'),
    });

    return { change, episodeUuids: uuidsOf(feed) };
  }

  /** `missing`: the new episodes of the feed that are not here afterwards, without those that somebody removed. */
  private async importAll(feed: Feed, asked: WholeImport): Promise<{ change: Change; missing: string[] }> {
    const { part, report } = asked;
    report.skipped = skippedOf(feed);
    report.warnings.push(...feed.warnings);
    const change = await this.series.put(feed.series, asked);
    if (change.outcome.types.includes('SeriesAdded')) report.series++;

    const uuids = uuidsOf(feed);
    const none = new Set<string>();
    const here = part === 'all' ? none : await listKnownEpisodes(this.pool, uuids, { withRemoved: true });
    const leftOut = part === 'all' ? none : await this.states.listLeftOut(feed.series.uuid);
    const isNew = (uuid: string) => !here.has(uuid) && !leftOut.has(uuid);
    const wanted = feed.episodes.filter(({ uuid }) => here.has(uuid) || (part !== 'known' && isNew(uuid)));
    if (part === 'new') await this.states.arrive(feed.series.uuid, uuids.filter(isNew));
    const present = await this.episodes.importMany(feed.series, wanted, asked);
    if (part !== 'known') await this.transcripts.import(feed.series, present, asked);
    if (part === 'new') await this.processArrived(feed.series, asked);

    return { change, missing: part === 'known' ? uuids.filter(isNew) : [] };
  }

  /** Transcripts that were offered are here by now, so that a run only has to finish them. */
  private async processArrived({ uuid }: FeedSeries, { context }: WholeImport): Promise<void> {
    const episodeUuids = await this.states.listArriving(uuid);
    if (episodeUuids.length > 0) await this.commands.send(new ProcessNewEpisodes({ episodeUuids }, context));
  }
}

const uuidsOf = ({ episodes }: Feed): string[] => episodes.map(({ uuid }) => uuid);
