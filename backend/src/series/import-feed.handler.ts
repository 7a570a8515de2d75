import { ChangeEpisode } from '@earmark/contracts/episodes';
import type { Context } from '@earmark/contracts/kit';
import {
  ChangeSeries,
  type FeedImported,
  ImportFeed,
  type SeriesElsewhere,
  type SeriesUuid,
} from '@earmark/contracts/series';
import { RecordTranscriptFile } from '@earmark/contracts/transcripts';
import { findKnownSeries } from '@earmark/projections/queries';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { MAX_BODY_BYTES } from '../config.ts';
import { findSeriesAt } from '../directories/directories.ts';
import { RssProvider } from '../directories/rss.provider.ts';
import { FetchError } from '../feeds/fetch-error.ts';
import { readFeedFile } from '../feeds/feed-reading.ts';
import type { Fetcher } from '../feeds/fetcher.ts';
import { loadFeed, type LoadedFeed } from '../feeds/load-feed.ts';
import type { Feed, FeedEpisode, FeedSeries } from '../feeds/read-feed.ts';
import { Commands, type Handles } from '../kit/commands.ts';
import { FETCHER } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { transcript } from '../transcripts/transcript.decider.ts';
import { emptyReport, skippedOf, type Report } from './feed-report.ts';
import { byPreference } from './transcript-preference.ts';

/** Transcripts fetched at the same time, limited so as not to flood the publisher's host. */
const AT_ONCE = 4;

type Change = NonNullable<FeedImported['change']>;

@CommandHandler(ImportFeed)
export class ImportFeedHandler implements Handles<ImportFeed> {
  constructor(
    private readonly commands: Commands,
    private readonly streams: Streams,
    private readonly rss: RssProvider,
    private readonly parsing: Parsing,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(FETCHER) private readonly fetcher: Fetcher,
  ) {}

  async execute({ command, context }: ImportFeed): Promise<FeedImported> {
    const { source, bytes, part, mayMove, onProgress } = command;
    const check = async (series: FeedSeries) => (mayMove ? undefined : this.refuseTakeover(series, source));
    if (part === 'series') {
      const feed = await this.recent(source);
      await check(feed.series);
      return this.importSeries(feed, context);
    }
    if (part !== 'all') return this.importEpisode(await this.recent(source), part.episodeUuid, context);
    if (bytes) {
      const feed = await readFeedFile(this.parsing, bytes);
      await check(feed.series);
      return this.importAll(feed, context, onProgress);
    }

    return this.importAddress(source, check, context, onProgress);
  }

  /** The feed, with the uuid that we gave its series. */
  private async recent(url: string): Promise<Feed> {
    const { feed, permanentUrl } = await this.rss.load(url);
    const added = await findKnownSeries(this.pool, feed.series.uuid, permanentUrl);
    const uuid = added?.seriesUuid ?? feed.series.uuid;

    return { ...feed, series: { ...feed.series, uuid, feedUrl: permanentUrl } };
  }

  private async importSeries({ series }: Feed, context: Context): Promise<FeedImported> {
    return { change: await this.putSeries(series, context), report: emptyReport() };
  }

  private async importEpisode(feed: Feed, episodeUuid: string, context: Context): Promise<FeedImported> {
    const episode = feed.episodes.find(({ uuid }) => uuid === episodeUuid);
    if (!episode)
      throw new Rejected('episode-unknown', `The feed of "${feed.series.facts.name}" no longer has this episode.`);

    return { change: await this.putEpisode(episode, feed.series.uuid, context), report: emptyReport() };
  }

  private async importAddress(
    url: string,
    check: (series: FeedSeries) => Promise<void>,
    context: Context,
    onProgress: (sentence: string) => void,
  ): Promise<FeedImported> {
    const { rows } = await this.pool.query<{ etag: string | null; last_modified: string | null }>(
      'select etag, last_modified from app.feed_state where feed_url = $1',
      [url],
    );
    onProgress(`Reading ${url}`);
    const loaded = await loadFeed({ fetcher: this.fetcher, parsing: this.parsing }, url, {
      etag: rows[0]?.etag ?? null,
      lastModified: rows[0]?.last_modified ?? null,
      seriesUuid: await findSeriesAt(this.pool, url),
    });
    if (loaded.notModified) return { change: null, report: { ...emptyReport(), unchanged: 1 } };

    const { feed, permanentUrl } = loaded;
    const moved = { ...feed, series: { ...feed.series, feedUrl: permanentUrl } };
    await check(moved.series);
    const imported = await this.importAll(moved, context, onProgress);
    // Stored only after a complete import: otherwise a 304 would keep failed episodes from being retried.
    if (imported.report.failed === 0) await this.remember(loaded);

    return imported;
  }

  private async remember({ permanentUrl, etag, lastModified }: LoadedFeed): Promise<void> {
    await this.pool.query(
      `insert into app.feed_state (feed_url, etag, last_modified) values ($1, $2, $3)
       on conflict (feed_url) do update set etag = $2, last_modified = $3`,
      [permanentUrl, etag, lastModified],
    );
  }

  private async importAll(feed: Feed, context: Context, onProgress: (sentence: string) => void): Promise<FeedImported> {
    const { name, language } = feed.series.facts;
    const report = { ...emptyReport(), skipped: skippedOf(feed), warnings: [...feed.warnings] };
    const change = await this.putSeries(feed.series, context);
    if (change.outcome.types.includes('SeriesAdded')) report.series++;

    for (const [index, episode] of feed.episodes.entries()) {
      onProgress(`${name}: ${index} of ${feed.episodes.length} episodes`);
      const { types } = (await this.putEpisode(episode, feed.series.uuid, context)).outcome;
      if (types.length === 0) report.unchanged++;
      else if (types.includes('EpisodeAdded')) report.episodes++;
      else report.episodesChanged++;
    }
    const offered = feed.episodes.filter(({ facts }) => facts.transcripts.length > 0);
    await this.importTranscripts(offered, { name, language }, report, context, onProgress);

    return { change, report };
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

  private async putSeries({ uuid, feedUrl, itunesId, facts }: FeedSeries, context: Context): Promise<Change> {
    const outcome = await this.commands.send(
      new ChangeSeries({ type: 'PutSeries', seriesUuid: uuid, feedUrl, itunesId, facts }, context),
    );

    return { uuid, name: facts.name, outcome };
  }

  private async putEpisode(
    { uuid, guid, facts }: FeedEpisode,
    seriesUuid: SeriesUuid,
    context: Context,
  ): Promise<Change> {
    const outcome = await this.commands.send(
      new ChangeEpisode({ type: 'PutEpisode', episodeUuid: uuid, seriesUuid, guid, facts }, context),
    );

    return { uuid, name: facts.title, outcome };
  }

  private async importTranscripts(
    offered: readonly FeedEpisode[],
    { name, language }: { name: string; language: string | null },
    report: Report,
    context: Context,
    onProgress: (sentence: string) => void,
  ): Promise<void> {
    // Grouped by reason, because a host that is down fails every transcript the same way.
    const unreadable = new Map<string, string[]>();
    let next = 0;
    let done = 0;
    const worker = async () => {
      for (let episode = offered[next++]; episode; episode = offered[next++]) {
        onProgress(`${name}: ${done} of ${offered.length} transcripts`);
        const reason = await this.importTranscript(episode, language, report, context);
        if (reason !== null) unreadable.set(reason, [...(unreadable.get(reason) ?? []), episode.facts.title]);
        done++;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    for (const [reason, [title, ...others]] of unreadable) {
      report.failed += 1 + others.length;
      const more = others.length > 0 ? ` and of ${others.length} more` : '';
      report.warnings.push(`The transcript of "${title}"${more} could not be read: ${reason}`);
    }
  }

  /**
   * The best of those on offer; where that cannot be fetched, another. An episode keeps the one it has. Answers why
   * none could be fetched, else null.
   */
  private async importTranscript(
    { uuid: episodeUuid, facts }: FeedEpisode,
    language: string | null,
    report: Report,
    context: Context,
  ): Promise<string | null> {
    const { state } = await this.streams.read(transcript, episodeUuid);
    if (state.active !== null) {
      report.unchanged++;
      return null;
    }
    const reasons = new Set<string>();
    for (const { url } of byPreference(facts.transcripts, language))
      try {
        const { body: bytes } = await this.fetcher.get(url, { maxBytes: MAX_BODY_BYTES });
        const { outcome, answer } = await this.commands.send(
          new RecordTranscriptFile({ episodeUuid, bytes, source: 'publisher', replacesEdits: false }, context),
        );
        if (outcome.position !== null) {
          report.transcripts++;
          report.segments += answer.segments;
        }
        for (const warning of answer.warnings) report.warnings.push(`${facts.title}: ${warning}`);
        return null;
      } catch (error) {
        if (!(error instanceof FetchError) && !(error instanceof Rejected)) throw error;
        reasons.add(error.message);
      }

    return [...reasons].join(' ');
  }
}

const hostOf = (address: string): string => new URL(address).hostname;
