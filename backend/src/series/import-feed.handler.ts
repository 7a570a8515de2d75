import { ChangeEpisode } from '@earmark/contracts/episodes';
import type { Outcome } from '@earmark/contracts/kit';
import {
  ChangeSeries,
  type FeedImported,
  type FeedToImport,
  ImportFeed,
  type SeriesElsewhere,
  type SeriesUuid,
} from '@earmark/contracts/series';
import { findKnownSeries, listKnownEpisodes } from '@earmark/projections/queries';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { findSeriesAt, findSeriesOf } from '../directories/directories.ts';
import { RssProvider } from '../directories/rss.provider.ts';
import { readFeedFile } from '../feeds/feed-reading.ts';
import type { Fetcher } from '../feeds/fetcher.ts';
import { loadFeed } from '../feeds/load-feed.ts';
import type { Feed, FeedEpisode, FeedSeries } from '../feeds/read-feed.ts';
import { Commands, type Handles } from '../kit/commands.ts';
import { FETCHER } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { Rejected } from '../kit/rejected.ts';
import { emptyReport, skippedOf, type Importing } from './feed-report.ts';
import { FeedStates, type WholeFeed } from './feed-states.ts';
import { NewSeries } from './new-series.ts';
import { OfferedTranscripts } from './offered-transcripts.ts';

type OneEpisode = Extract<FeedToImport['part'], object>;
type Change = NonNullable<FeedImported['change']>;
/** Of one address or file. */
interface Asked extends Importing {
  readonly part: WholeFeed;
  /** The series whose own feed it is; null: whichever has this address. */
  readonly seriesUuid: SeriesUuid | null;
  readonly check: (series: FeedSeries) => Promise<void>;
}

@CommandHandler(ImportFeed)
export class ImportFeedHandler implements Handles<ImportFeed> {
  constructor(
    private readonly commands: Commands,
    private readonly rss: RssProvider,
    private readonly parsing: Parsing,
    private readonly states: FeedStates,
    private readonly transcripts: OfferedTranscripts,
    private readonly newSeries: NewSeries,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(FETCHER) private readonly fetcher: Fetcher,
  ) {}

  async execute({ command, context }: ImportFeed): Promise<FeedImported> {
    const { source, bytes, part, mayMove, seriesUuid = null, onProgress, signal } = command;
    let position: bigint | null = null;
    const recorded = (outcome: Outcome): Outcome => {
      if (outcome.position !== null && (position === null || outcome.position > position)) position = outcome.position;
      return outcome;
    };
    const check = async (series: FeedSeries) => {
      if (!mayMove && seriesUuid === null) await this.refuseTakeover(series, source);
    };
    const asked = { context, report: emptyReport(), onProgress, signal, recorded, seriesUuid, check };
    const imported = await this.import(source, bytes, part, asked);

    return { ...imported, report: asked.report, position };
  }

  private async import(
    source: string,
    bytes: Uint8Array | null,
    part: FeedToImport['part'],
    asked: Omit<Asked, 'part'>,
  ): Promise<Pick<FeedImported, 'change' | 'episodeUuids'>> {
    if (part === 'series')
      return { change: await this.importSeries(await this.recent(source), asked), episodeUuids: null };
    if (typeof part === 'object')
      return { change: await this.importOneOf(await this.recent(source), part, asked), episodeUuids: null };
    if (bytes === null) return this.importAddress(source, { ...asked, part });

    const feed = await readFeedFile(this.parsing, bytes);
    await asked.check(feed.series);
    const { change } = await this.importAll(feed, { ...asked, part });

    return { change, episodeUuids: uuidsOf(feed.episodes) };
  }

  /** From then on new episodes are added; those that the feed has already are for an admin to choose. */
  private async importSeries({ series, episodes }: Feed, asked: Omit<Asked, 'part'>): Promise<Change> {
    await asked.check(series);
    const isKnown = (await findKnownSeries(this.pool, series.uuid, series.feedUrl)) !== null;
    if (!isKnown && series.feedUrl !== null) await this.states.leaveOut(series.uuid, series.feedUrl, uuidsOf(episodes));

    return this.newSeries.add(series, asked);
  }

  /** The feed, with the uuid that we gave its series. */
  private async recent(url: string): Promise<Feed> {
    const { feed, permanentUrl } = await this.rss.load(url);
    const added = await findKnownSeries(this.pool, feed.series.uuid, permanentUrl);
    const uuid = added?.seriesUuid ?? feed.series.uuid;

    return { ...feed, series: { ...feed.series, uuid, feedUrl: permanentUrl } };
  }

  private async importAddress(url: string, asked: Asked): Promise<Pick<FeedImported, 'change' | 'episodeUuids'>> {
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

    return { change, episodeUuids: uuidsOf(feed.episodes) };
  }

  /** `missing`: the new episodes of the feed that are not here afterwards, without those that somebody removed. */
  private async importAll(feed: Feed, asked: Asked): Promise<{ change: Change; missing: string[] }> {
    const { part, report, onProgress, signal } = asked;
    const { name } = feed.series.facts;
    report.skipped = skippedOf(feed);
    report.warnings.push(...feed.warnings);
    const change = await this.putSeries(feed.series, asked);
    if (change.outcome.types.includes('SeriesAdded')) report.series++;

    const uuids = uuidsOf(feed.episodes);
    const none = new Set<string>();
    const here = part === 'all' ? none : await listKnownEpisodes(this.pool, uuids, { withRemoved: true });
    const leftOut = part === 'all' ? none : await this.states.listLeftOut(feed.series.uuid);
    const isNew = (uuid: string) => !here.has(uuid) && !leftOut.has(uuid);
    const wanted = feed.episodes.filter(({ uuid }) => here.has(uuid) || (part !== 'known' && isNew(uuid)));
    const present: FeedEpisode[] = [];
    for (const [index, episode] of wanted.entries()) {
      signal?.throwIfAborted();
      onProgress(`${name}: ${index} of ${wanted.length} episodes`);
      const types = await this.putUnlessRemoved(episode, feed.series.uuid, asked);
      if (types === null) continue;
      present.push(episode);
      if (types.length === 0) report.unchanged++;
      else if (types.includes('EpisodeAdded')) report.episodes++;
      else report.episodesChanged++;
    }
    if (part !== 'known') await this.transcripts.import(feed.series, present, asked);

    return { change, missing: part === 'known' ? uuids.filter(isNew) : [] };
  }

  /**
   * A feed names its podcast itself, so anybody could publish one that takes a known series over. The series' own feed
   * may redirect elsewhere; for any other at another host, an admin has to say so. Throws Rejected `series-elsewhere`.
   */
  private async refuseTakeover({ uuid, feedUrl }: FeedSeries, source: string): Promise<void> {
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

  /** Throws Rejected `series-removed`. */
  private async putSeries(
    { uuid, feedUrl, itunesId, facts }: FeedSeries,
    { context, recorded }: Importing,
  ): Promise<Change> {
    const order = { type: 'PutSeries', seriesUuid: uuid, feedUrl, itunesId, facts } as const;

    return { uuid, name: facts.name, outcome: recorded(await this.commands.send(new ChangeSeries(order, context))) };
  }

  private async importOneOf(feed: Feed, { episodeUuid, audioUrl }: OneEpisode, importing: Importing): Promise<Change> {
    const episode =
      feed.episodes.find(({ uuid }) => uuid === episodeUuid) ??
      feed.episodes.find(({ facts }) => facts.audioUrl !== null && facts.audioUrl === audioUrl);
    if (!episode)
      throw new Rejected('episode-unknown', `The feed of "${feed.series.facts.name}" no longer has this episode.`);

    const change = await this.putEpisode(episode, feed.series.uuid, true, importing);
    await this.transcripts.import(feed.series, [episode], importing);

    return change;
  }

  /** The types of the events; null for an episode that was removed: only an admin brings it back. */
  private async putUnlessRemoved(
    episode: FeedEpisode,
    seriesUuid: SeriesUuid,
    importing: Importing,
  ): Promise<readonly string[] | null> {
    try {
      return (await this.putEpisode(episode, seriesUuid, false, importing)).outcome.types;
    } catch (error) {
      if (!(error instanceof Rejected) || error.code !== 'episode-removed') throw error;
      const { report } = importing;
      report.skipped = [...report.skipped, { what: episode.facts.title, reason: error.message }];
      return null;
    }
  }

  /** `restores`: whether it comes back if it was removed; otherwise throws Rejected `episode-removed`. */
  private async putEpisode(
    { uuid, guid, facts }: FeedEpisode,
    seriesUuid: SeriesUuid,
    restores: boolean,
    { context, recorded }: Importing,
  ): Promise<Change> {
    const order = { type: 'PutEpisode', episodeUuid: uuid, seriesUuid, guid, facts, restores } as const;

    return { uuid, name: facts.title, outcome: recorded(await this.commands.send(new ChangeEpisode(order, context))) };
  }
}

const uuidsOf = (episodes: readonly FeedEpisode[]): string[] => episodes.map(({ uuid }) => uuid);

const hostOf = (address: string): string => new URL(address).hostname;
