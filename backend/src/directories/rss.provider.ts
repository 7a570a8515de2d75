import { feedUuid } from '@earmark/contracts/kit';
import { LRUCache } from 'lru-cache';
import { FeedUnreadable } from '../feeds/feed-unreadable.ts';
import { FetchError } from '../feeds/fetch-error.ts';
import { loadFeed, type FeedSources, type LoadedFeed } from '../feeds/load-feed.ts';
import type { FeedList } from '../feeds/opml.ts';
import type { FeedEpisode } from '../feeds/read-feed.ts';
import { Rejected } from '../kit/rejected.ts';
import type {
  DirectoryProvider,
  FoundEpisode,
  FoundEpisodes,
  FoundSeries,
  SeriesReference,
} from './directory-provider.ts';

/** How long a feed is cached, because paging through its episodes requests it several times. */
const FRESH_MS = 5 * 60_000;
const KEPT_FEEDS = 20;
/** Feeds that one search by name reads. */
const MAX_LISTED = 10;

/** The directory without a key, which finds a feed by its address. */
export class RssProvider implements DirectoryProvider {
  readonly name = 'rss';
  private readonly recent = new LRUCache<string, LoadedFeed>({ max: KEPT_FEEDS, ttl: FRESH_MS });

  /**
   * `knownSeries` returns the uuid of the series that was added from an address, else null; `list` the feeds among
   * which it searches by name, null: none.
   */
  constructor(
    private readonly sources: FeedSources,
    private readonly knownSeries: (feedUrl: string) => Promise<string | null>,
    private readonly list: (() => Promise<FeedList>) | null = null,
  ) {}

  /** By the address of a feed, or by words among the titles of the list. */
  async search(query: string): Promise<FoundSeries[]> {
    if (isAddress(query)) return [seriesOf(await this.load(query))];
    if (this.list === null)
      throw new Rejected('invalid', 'Please enter the address of a feed, which begins with https:// or http://.');
    const words = query.toLowerCase().split(/\s+/);
    const { feeds } = await this.list();
    const matching = feeds
      .filter(({ title }) => words.every((word) => title?.toLowerCase().includes(word)))
      .slice(0, MAX_LISTED);

    return Promise.all(matching.map(async (feed) => this.listed(feed)));
  }

  async episodes({ feedUrl }: SeriesReference, limit: number, offset: number): Promise<FoundEpisodes> {
    if (feedUrl === null)
      throw new Rejected('series-unknown', 'The feed of this series is unknown. Search for it again.');
    const loaded = await this.load(feedUrl);
    const { episodes } = loaded.feed;

    return {
      series: seriesOf(loaded),
      episodes: episodes.slice(offset, offset + limit).map(episodeOf),
      total: episodes.length,
    };
  }

  private async listed({ title, feedUrl }: FeedList['feeds'][number]): Promise<FoundSeries> {
    try {
      return seriesOf(await this.load(feedUrl));
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      // One feed that cannot be read hides no other.
      return { ...NOTHING_SAID, uuid: feedUuid(feedUrl), feedUrl, name: title ?? feedUrl };
    }
  }

  /** The feed, at most five minutes old. Throws Rejected when it cannot be read. */
  async load(feedUrl: string): Promise<LoadedFeed> {
    const recent = this.recent.get(feedUrl);
    if (recent) return recent;
    const seriesUuid = await this.knownSeries(feedUrl);
    const loaded = await readOrReject(async () => loadFeed(this.sources, feedUrl, { seriesUuid }));
    if (loaded.notModified) throw new Error('an unconditional request was answered with "not modified"');
    this.recent.set(feedUrl, loaded);

    return loaded;
  }
}

export const isAddress = (query: string): boolean => /^https?:\/\//i.test(query);

const NOTHING_SAID = {
  provider: 'rss',
  externalId: null,
  itunesId: null,
  author: null,
  description: null,
  imageUrl: null,
  episodeCount: null,
  language: null,
  explicit: false,
  categories: [],
  websiteUrl: null,
  newestAt: null,
} as const;

function seriesOf({ feed, permanentUrl }: LoadedFeed): FoundSeries {
  const { uuid, itunesId, facts } = feed.series;
  const { host, author, ...shown } = facts;

  return {
    ...shown,
    uuid,
    provider: 'rss',
    externalId: null,
    feedUrl: permanentUrl,
    itunesId,
    author: author ?? host,
    episodeCount: feed.episodes.length,
    newestAt: feed.episodes.reduce<number | null>(newest, null),
  };
}

const newest = (latest: number | null, { facts }: FeedEpisode): number | null => {
  const at = secondsOf(facts.publishedAt);

  return at === null || (latest !== null && latest > at) ? latest : at;
};

const secondsOf = (instant: string | null): number | null =>
  instant === null ? null : Math.floor(Date.parse(instant) / 1000);

const episodeOf = ({ uuid, guid, facts, persons }: FeedEpisode): FoundEpisode => ({
  uuid,
  guid,
  name: facts.title,
  description: facts.description,
  imageUrl: facts.imageUrl,
  datePublished: secondsOf(facts.publishedAt),
  audioUrl: facts.audioUrl,
  durationSeconds: facts.durationSeconds,
  transcripts: facts.transcripts,
  persons,
});

const ERROR_CODES = {
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

async function readOrReject<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FeedUnreadable) throw new Rejected(error.code, `The feed could not be read: ${error.message}`);
    if (error instanceof FetchError)
      throw new Rejected(ERROR_CODES[error.kind], `The feed could not be read: ${error.message}`);
    throw error;
  }
}
