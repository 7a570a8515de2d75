import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import type { Fetcher } from '../feeds/fetcher.ts';
import { Rejected } from '../kit/rejected.ts';
import type { DirectoryProvider, FoundEpisodes, FoundSeries, SeriesReference } from './directory-provider.ts';
import { ItunesAnswer, seriesOfItunes, type ItunesShow } from './itunes-answers.ts';
import { parsedJson } from './parsed-json.ts';
import { RateLimit } from './rate-limit.ts';
import { ServiceCalls, type ServiceOptions } from './service-calls.ts';

const FRESH_MS = 24 * 3600_000;
const MAX_RESULTS = '25';

export type ItunesSettings = Pick<Config, 'ITUNES_BASE_URL' | 'ITUNES_COUNTRY'>;

/**
 * Apple Podcasts, which needs no key. It only finds the addresses of feeds: of episodes it gives at most 200, often
 * outdated ones, so they are read from the feed.
 */
export class ItunesProvider implements DirectoryProvider {
  readonly name = 'itunes';
  private readonly calls: ServiceCalls;
  private readonly answers = new LRUCache<string, ItunesShow[]>({ max: 500, ttl: FRESH_MS });

  constructor(
    private readonly settings: ItunesSettings,
    fetcher: Fetcher,
    private readonly feeds: Pick<DirectoryProvider, 'episodes'>,
    options: Pick<ServiceOptions, 'waitsMs'> = {},
  ) {
    this.calls = new ServiceCalls({
      ...options,
      name: 'Apple Podcasts',
      fetcher,
      limit: new RateLimit({ burst: 15, perMinute: 15 }),
      throttles: [403, 429],
      says: {
        down: 'Apple Podcasts search did not answer. You can paste a feed address instead.',
        throttled: 'Apple limits searches to about 20 per minute.',
        rejected: 'Apple Podcasts refuses searches of this server. You can paste a feed address instead.',
      },
    });
  }

  async search(query: string): Promise<FoundSeries[]> {
    const term = query.toLowerCase();
    const { ITUNES_COUNTRY: country } = this.settings;
    const shows = await this.ask('search', { term, media: 'podcast', entity: 'podcast', country, limit: MAX_RESULTS });

    return shows.flatMap((show) => seriesOfItunes(show) ?? []);
  }

  async episodes(series: SeriesReference, limit: number, offset: number): Promise<FoundEpisodes> {
    const feedUrl = series.feedUrl ?? (await this.findFeed(series.itunesId));
    const { series: read, ...page } = await this.feeds.episodes({ ...series, feedUrl }, limit, offset);
    const { externalId, itunesId } = series;

    return { ...page, series: { ...read, uuid: series.uuid, provider: 'itunes', externalId, itunesId } };
  }

  /** Throws Rejected when a search cannot be made now. */
  async check(): Promise<void> {
    await this.send('search', { term: 'test', media: 'podcast', entity: 'podcast', limit: '1' });
  }

  private async findFeed(itunesId: number | null): Promise<string> {
    const shows = itunesId === null ? [] : await this.ask('lookup', { id: String(itunesId) });
    const feedUrl = shows.flatMap((show) => seriesOfItunes(show)?.feedUrl ?? [])[0];
    if (feedUrl === undefined) throw new Rejected('series-unknown', 'Apple Podcasts names no feed for this series.');

    return feedUrl;
  }

  private async ask(path: 'search' | 'lookup', query: Record<string, string>): Promise<ItunesShow[]> {
    const key = `${path}?${new URLSearchParams(query).toString()}`;
    const recent = this.answers.get(key);
    if (recent) return recent;
    const shows = await this.send(path, query);
    // Apple may answer "nothing" instead of refusing a call that comes too fast.
    if (shows.length > 0) this.answers.set(key, shows);

    return shows;
  }

  private async send(path: 'search' | 'lookup', query: Record<string, string>): Promise<ItunesShow[]> {
    const url = `${this.settings.ITUNES_BASE_URL}/${path}?${new URLSearchParams(query).toString()}`;

    // It is JSON, whatever its content type says.
    return this.calls.send(
      url,
      () => ({ headers: { accept: 'application/json, text/javascript' } }),
      ({ body }) => {
        const answer = ItunesAnswer.safeParse(parsedJson(body));
        if (!answer.success) throw this.calls.unreadable();

        return answer.data.results;
      },
    );
  }
}
