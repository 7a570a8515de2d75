import type { DirectoryEpisode, DirectorySeries } from '@earmark/contracts/series';
import { findKnownSeries, listKnownEpisodes } from '@earmark/projections/queries';
import type { Pool } from 'pg';
import type { FeedEpisode } from '../feeds/read-feed.ts';
import { FeedUnreadable } from '../feeds/feed-unreadable.ts';
import type { Fetcher } from '../feeds/fetcher.ts';
import { loadFeed, type LoadedFeed } from '../feeds/load-feed.ts';
import { FetchError } from '../feeds/fetch-error.ts';
import { Rejected } from '../kit/rejected.ts';
import { Inject, Injectable } from '@nestjs/common';
import { PG_POOL } from '../kit/pg.ts';
import { FETCHER } from '../kit/core.ts';

/** A feed is read again after this: one who pages through its episodes asks for it several times. */
const FRESH_MS = 5 * 60_000;
const KEPT_FEEDS = 20;

/** The directory that needs no key: feeds by their address. */
@Injectable()
export class Directory {
  private readonly kept = new Map<string, { at: number; loaded: LoadedFeed }>();

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(FETCHER) private readonly fetcher: Fetcher,
  ) {}

  /** The feed at an address as a hit. Throws Rejected for what cannot be read. */
  async search(feedUrl: string): Promise<DirectorySeries[]> {
    const loaded = await this.load(feedUrl);

    return [(await this.seriesOf(loaded)).series];
  }

  /** Episodes of a series that was searched for or added, newest first as in the feed. Throws Rejected `series-unknown`. */
  async episodes(
    seriesUuid: string,
    limit: number,
    offset: number,
  ): Promise<{
    episodes: DirectoryEpisode[];
    podcastInfo: DirectorySeries & { id: string | null };
    totalAvailable: number;
  }> {
    const loaded = await this.load(await this.getFeedUrl(seriesUuid));
    const { series, id } = await this.seriesOf(loaded);
    const page = loaded.feed.episodes.slice(offset, offset + limit);
    const known = await listKnownEpisodes(
      this.pool,
      page.map(({ uuid }) => uuid),
    );

    return {
      episodes: page.map((episode) => directoryEpisode(episode, known.has(episode.uuid))),
      podcastInfo: { ...series, id },
      totalAvailable: loaded.feed.episodes.length,
    };
  }

  /** Throws Rejected `series-unknown` for a uuid that nobody searched for or added. */
  async getFeedUrl(seriesUuid: string): Promise<string> {
    const added = await findKnownSeries(this.pool, seriesUuid, null);
    if (added?.feedUrl) return added.feedUrl;
    const { rows } = await this.pool.query<{ feed_url: string }>(
      'select feed_url from app.directory_series where uuid = $1',
      [seriesUuid],
    );
    if (rows[0]) return rows[0].feed_url;

    throw new Rejected('series-unknown', 'This series is not known; search for it again.');
  }

  /** The feed, at most five minutes old. Throws Rejected for what cannot be read. */
  async load(feedUrl: string): Promise<LoadedFeed> {
    const kept = this.kept.get(feedUrl);
    if (kept && Date.now() - kept.at < FRESH_MS) return kept.loaded;
    const known = await this.pool.query<{ uuid: string }>(
      'select series_uuid as uuid from read.catalogue_series where feed_url = $1',
      [feedUrl],
    );
    const loaded = await readOrReject(async () =>
      loadFeed(this.fetcher, feedUrl, { seriesUuid: known.rows[0]?.uuid ?? null }),
    );
    if (loaded.notModified) throw new Error('a feed that was asked for without condition is never "not modified"');
    this.kept.set(feedUrl, { at: Date.now(), loaded });
    for (const [oldest] of this.kept) if (this.kept.size > KEPT_FEEDS) this.kept.delete(oldest);

    return loaded;
  }

  private async seriesOf({ feed, permanentUrl }: LoadedFeed): Promise<{ series: DirectorySeries; id: string | null }> {
    const { uuid, facts } = feed.series;
    await this.pool.query(
      `insert into app.directory_series (uuid, feed_url) values ($1, $2)
       on conflict (uuid) do update set feed_url = $2, seen_at = now()`,
      [uuid, permanentUrl],
    );
    const added = await findKnownSeries(this.pool, uuid, permanentUrl);
    const { name, author, description, imageUrl, language, explicit, categories, websiteUrl } = facts;

    return {
      id: added?.seriesUuid ?? null,
      series: {
        uuid: added?.seriesUuid ?? uuid,
        name,
        author: author ?? facts.host,
        description,
        imageUrl,
        episodeCount: feed.episodes.length,
        language,
        explicit,
        categories,
        websiteUrl,
        provider: 'rss',
        feedUrl: permanentUrl,
        isExisting: added !== null,
      },
    };
  }
}

const directoryEpisode = ({ uuid, facts }: FeedEpisode, isAdded: boolean): DirectoryEpisode => ({
  uuid,
  name: facts.title,
  description: facts.description,
  imageUrl: facts.imageUrl,
  datePublished: facts.publishedAt === null ? null : Math.floor(Date.parse(facts.publishedAt) / 1000),
  audioUrl: facts.audioUrl,
  transcriptUrls: facts.transcripts.map(({ url }) => url),
  duration: facts.durationSeconds,
  isAdded,
});

const REFUSAL_CODE = {
  'address-refused': 'address-refused',
  'too-large': 'feed-unreadable',
  'too-many-redirects': 'feed-unreadable',
  password: 'outside-refused',
  'not-found': 'outside-refused',
  gone: 'outside-refused',
  down: 'upstream-unavailable',
  slow: 'outside-slow',
  broken: 'upstream-unavailable',
} as const;

/** Turns what keeps a feed from being read into a refusal that names the reason. */
export async function readOrReject<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FeedUnreadable) throw new Rejected(error.code, `The feed could not be read: ${error.message}`);
    if (error instanceof FetchError)
      throw new Rejected(REFUSAL_CODE[error.kind], `The feed could not be read: ${error.message}`);
    throw error;
  }
}
