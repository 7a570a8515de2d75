import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Fetcher } from '../feeds/fetcher.ts';
import { Rejected } from '../kit/rejected.ts';
import type { DirectoryProvider, FoundEpisodes, FoundSeries, SeriesReference } from './directory-provider.ts';
import { parsedJson } from './parsed-json.ts';
import {
  episodeOfPodcastIndex,
  PodcastIndexItems,
  PodcastIndexPodcast,
  PodcastIndexSearch,
  seriesOfPodcastIndex,
} from './podcastindex-answers.ts';
import { RateLimit } from './rate-limit.ts';
import { ServiceCalls, type ServiceOptions } from './service-calls.ts';

const FRESH_MS = 15 * 60_000;
/** It knows no offset: the newest so many are asked for, and the first ones skipped. Further back, the feed is read. */
const MAX_ITEMS = 1000;
/** Asked for at once, so that paging through episodes costs few calls. */
const ITEMS_STEP = 100;

export type PodcastIndexSettings = Pick<
  Config,
  | 'PODCASTINDEX_API_KEY'
  | 'PODCASTINDEX_API_SECRET'
  | 'PODCASTINDEX_BASE_URL'
  | 'PODCASTINDEX_USER_AGENT'
  | 'FETCH_USER_AGENT'
>;

/** The directory of Podcast Index, whose calls are signed with the time. */
export class PodcastIndexProvider implements DirectoryProvider {
  readonly name = 'podcastindex';
  private readonly calls: ServiceCalls;
  private readonly answers = new LRUCache<string, object>({ max: 500, ttl: FRESH_MS });

  constructor(
    private readonly settings: PodcastIndexSettings,
    fetcher: Fetcher,
    private readonly feeds: Pick<DirectoryProvider, 'episodes'>,
    options: Pick<ServiceOptions, 'waitsMs'> = {},
  ) {
    this.calls = new ServiceCalls({
      ...options,
      name: 'Podcast Index',
      fetcher,
      // Its limits are not published; less than one call per second is the advice.
      limit: new RateLimit({ burst: 5, perMinute: 55, patienceMs: 5000 }),
      says: {
        down: 'Podcast Index did not answer. Try again in a moment, or paste a feed address instead.',
        throttled: 'Podcast Index asks us to search less often.',
        rejected: 'Podcast Index rejected the key, the secret or the clock of this server.',
      },
    });
  }

  get missing(): string[] {
    const { PODCASTINDEX_API_KEY, PODCASTINDEX_API_SECRET } = this.settings;

    return Object.entries({ PODCASTINDEX_API_KEY, PODCASTINDEX_API_SECRET }).flatMap(([name, value]) =>
      value === null ? [name] : [],
    );
  }

  async search(query: string): Promise<FoundSeries[]> {
    const { feeds } = await this.kept(PodcastIndexSearch, '/search/byterm', { q: query, max: '25', fulltext: '' });

    return feeds.map(seriesOfPodcastIndex);
  }

  async episodes(series: SeriesReference, limit: number, offset: number): Promise<FoundEpisodes> {
    const found = await this.find(series);
    const here = { ...found, uuid: series.uuid };
    if (offset + limit > MAX_ITEMS) {
      const { feedUrl } = found;
      return { ...(await this.feeds.episodes({ ...series, feedUrl }, limit, offset)), series: here };
    }
    const max = Math.ceil((offset + limit) / ITEMS_STEP) * ITEMS_STEP;
    const asked = { id: found.externalId ?? '', max: String(max), fulltext: '' };
    const { items } = await this.kept(PodcastIndexItems, '/episodes/byfeedid', asked);

    return {
      series: here,
      episodes: items.slice(offset, offset + limit).map((item) => episodeOfPodcastIndex(item, found.uuid)),
      total: found.episodeCount ?? items.length,
    };
  }

  /** Throws Rejected when a search cannot be made now. */
  async check(): Promise<void> {
    await this.send(PodcastIndexSearch, '/search/byterm', { q: 'test', max: '1' });
  }

  private async find({ externalId, itunesId, feedUrl }: SeriesReference): Promise<FoundSeries> {
    const { feed } =
      externalId !== null
        ? await this.kept(PodcastIndexPodcast, '/podcasts/byfeedid', { id: externalId })
        : feedUrl !== null
          ? await this.kept(PodcastIndexPodcast, '/podcasts/byfeedurl', { url: feedUrl })
          : await this.kept(PodcastIndexPodcast, '/podcasts/byitunesid', { id: String(itunesId ?? '') });
    if (Array.isArray(feed))
      throw new Rejected('series-unknown', 'Podcast Index does not know this series. Search for it again.');

    return seriesOfPodcastIndex(feed);
  }

  private async kept<Data extends object>(Data: z.ZodType<Data>, path: string, query: Record<string, string>) {
    const key = `${path}?${new URLSearchParams(query).toString()}`;
    const recent = Data.safeParse(this.answers.get(key));
    if (recent.success) return recent.data;
    const answer = await this.send(Data, path, query);
    this.answers.set(key, answer);

    return answer;
  }

  private async send<Data>(Data: z.ZodType<Data>, path: string, query: Record<string, string>): Promise<Data> {
    const { PODCASTINDEX_API_KEY: key, PODCASTINDEX_API_SECRET: secret, PODCASTINDEX_BASE_URL } = this.settings;
    if (key === null || secret === null)
      throw new Rejected('not-configured', 'Podcast Index is selected but its key or secret is not set.');
    // Flags have no value.
    const words = new URLSearchParams(query).toString().replace(/=(?=&|$)/g, '');

    return this.calls.send(
      `${PODCASTINDEX_BASE_URL}${path}?${words}`,
      () => ({ headers: this.signed(key, secret) }),
      ({ body }) => {
        const answer = parsedJson(body);
        if (Refusal.safeParse(answer).success) throw this.calls.refused(null);
        const parsed = Data.safeParse(answer);
        if (!parsed.success) throw this.calls.unreadable();

        return parsed.data;
      },
    );
  }

  private signed(key: string, secret: string): Record<string, string> {
    const { PODCASTINDEX_USER_AGENT, FETCH_USER_AGENT } = this.settings;
    const date = String(Math.floor(Date.now() / 1000));

    return {
      'user-agent': PODCASTINDEX_USER_AGENT ?? FETCH_USER_AGENT,
      'x-auth-key': key,
      'x-auth-date': date,
      authorization: signature(key, secret, date),
    };
  }
}

/** `date`: epoch seconds. */
export const signature = (key: string, secret: string, date: string): string =>
  createHash('sha1')
    .update(key + secret + date)
    .digest('hex');

/** Its booleans are strings. */
const Refusal = z.object({ status: z.literal('false') });
