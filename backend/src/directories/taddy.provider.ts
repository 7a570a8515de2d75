import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Fetcher } from '../feeds/fetcher.ts';
import { parsedJson } from './parsed-json.ts';
import { Rejected } from '../kit/rejected.ts';
import type { DirectoryProvider, FoundEpisodes, FoundSeries, SeriesReference } from './directory-provider.ts';
import { RateLimit } from './rate-limit.ts';
import { ServiceCalls, type ServiceOptions } from './service-calls.ts';
import {
  episodeOfTaddy,
  seriesOfTaddy,
  TADDY_EPISODE_FIELDS,
  TADDY_SERIES_FIELDS,
  TaddyEpisode,
  TaddyErrors,
  TaddySeries,
} from './taddy-answers.ts';

const SEARCH_FRESH_MS = 60 * 60_000;
const EPISODES_FRESH_MS = 15 * 60_000;
const A_DAY_SECONDS = 86_400;
const MAX_RESULTS = 25;
/** Further back, the feed itself is read. */
const MAX_PAGE = 1000;

export type TaddySettings = Pick<Config, 'TADDY_API_URL' | 'TADDY_USER_ID' | 'TADDY_API_KEY'>;

const SEARCH = `query Search($term: String, $page: Int, $limitPerPage: Int) {
  search(term: $term, filterForTypes: PODCASTSERIES, page: $page, limitPerPage: $limitPerPage) {
    searchId podcastSeries { ${TADDY_SERIES_FIELDS} } } }`;
const episodesBy = (
  argument: string,
  type: string,
) => `query SeriesEpisodes($${argument}: ${type}, $page: Int, $limitPerPage: Int) {
  getPodcastSeries(${argument}: $${argument}) { ${TADDY_SERIES_FIELDS}
    episodes(sortOrder: LATEST, page: $page, limitPerPage: $limitPerPage) { ${TADDY_EPISODE_FIELDS} } } }`;

export const TaddySearch = z.object({ search: z.object({ podcastSeries: z.array(TaddySeries).nullish() }).nullish() });
export const TaddyEpisodes = z.object({
  getPodcastSeries: TaddySeries.extend({ episodes: z.array(TaddyEpisode).nullish() }).nullable(),
});
type SeriesPage = NonNullable<z.infer<typeof TaddyEpisodes>['getPodcastSeries']>;

/** The directory of Taddy, over GraphQL. Its free plan allows 500 requests a month, so answers are kept a while. */
export class TaddyProvider implements DirectoryProvider {
  readonly name = 'taddy';
  private readonly calls: ServiceCalls;
  private readonly searches = new LRUCache<string, FoundSeries[]>({ max: 500, ttl: SEARCH_FRESH_MS });
  private readonly pages = new LRUCache<string, SeriesPage>({ max: 200, ttl: EPISODES_FRESH_MS });

  constructor(
    private readonly settings: TaddySettings,
    fetcher: Fetcher,
    /** Reads what lies further back than Taddy goes. */
    private readonly feeds: Pick<DirectoryProvider, 'episodes'>,
    options: Pick<ServiceOptions, 'waitsMs'> = {},
  ) {
    this.calls = new ServiceCalls({
      ...options,
      name: 'Taddy',
      fetcher,
      limit: new RateLimit({ burst: 60, perMinute: 240 }),
      says: {
        down: 'Taddy did not answer. Try again in a moment, or paste a feed address instead.',
        throttled: 'Taddy asks us to search less often.',
        rejected: 'Taddy rejected the API key or user id. Check TADDY_USER_ID and TADDY_API_KEY.',
      },
    });
  }

  get missing(): string[] {
    const { TADDY_USER_ID, TADDY_API_KEY } = this.settings;

    return Object.entries({ TADDY_USER_ID, TADDY_API_KEY }).flatMap(([name, value]) => (value === null ? [name] : []));
  }

  async search(query: string): Promise<FoundSeries[]> {
    const term = query.toLowerCase();
    const recent = this.searches.get(term);
    if (recent) return recent;
    const { search } = await this.ask(TaddySearch, SEARCH, { term, page: 1, limitPerPage: MAX_RESULTS });
    const found = (search?.podcastSeries ?? []).map(seriesOfTaddy);
    this.searches.set(term, found);

    return found;
  }

  async episodes(series: SeriesReference, limit: number, offset: number): Promise<FoundEpisodes> {
    const first = Math.floor(offset / limit) + 1;
    const page = await this.page(series, limit, first < MAX_PAGE ? first : 1);
    const shown = seriesOfTaddy(page);
    const here = { ...shown, uuid: series.uuid };
    if (first >= MAX_PAGE)
      return { ...(await this.feeds.episodes({ ...shown, ...series }, limit, offset)), series: here };
    const start = offset % limit;
    const following = start === 0 ? [] : ((await this.page(series, limit, first + 1)).episodes ?? []);
    const episodes = [...(page.episodes ?? []), ...following].slice(start, start + limit);

    return {
      series: here,
      episodes: episodes.filter(({ isBlocked }) => isBlocked !== true).map(episodeOfTaddy),
      total: shown.episodeCount ?? 0,
    };
  }

  /** How many requests are left this month. Throws Rejected. */
  async requestsLeft(): Promise<number> {
    const Left = z.object({ getApiRequestsRemaining: z.number() });

    return (await this.ask(Left, '{ getApiRequestsRemaining }', {})).getApiRequestsRemaining;
  }

  private async page(series: SeriesReference, limitPerPage: number, page: number): Promise<SeriesPage> {
    const { externalId, feedUrl, itunesId } = series;
    const [argument, type, key] =
      externalId !== null
        ? ['uuid', 'ID', externalId]
        : itunesId !== null
          ? ['itunesId', 'Int', itunesId]
          : ['rssUrl', 'String', feedUrl];
    const kept = `${key} ${limitPerPage} ${page}`;
    const recent = this.pages.get(kept);
    if (recent) return recent;
    const variables = { [String(argument)]: key, page, limitPerPage };
    const { getPodcastSeries: found } = await this.ask(TaddyEpisodes, episodesBy(`${argument}`, `${type}`), variables);
    if (found === null) throw new Rejected('series-unknown', 'Taddy does not know this series. Search for it again.');
    this.pages.set(kept, found);

    return found;
  }

  private async ask<Data>(Data: z.ZodType<Data>, query: string, variables: Record<string, unknown>): Promise<Data> {
    const { TADDY_API_URL, TADDY_API_KEY, TADDY_USER_ID } = this.settings;
    if (TADDY_API_KEY === null || TADDY_USER_ID === null)
      throw new Rejected('not-configured', 'Taddy is selected but TADDY_USER_ID or TADDY_API_KEY is not set.');
    const headers = { 'content-type': 'application/json', 'x-api-key': TADDY_API_KEY, 'x-user-id': TADDY_USER_ID };
    const request = () => ({ method: 'POST', headers, body: JSON.stringify({ query, variables }) }) as const;

    return this.calls.send(TADDY_API_URL, request, ({ body }) => {
      const answer = Answer.safeParse(parsedJson(body));
      if (!answer.success) throw this.calls.unreadable();
      const { errors, data } = answer.data;
      if (errors && errors.length > 0) throw this.errorOf(errors[0]?.code ?? errors[0]?.extensions?.code ?? '');
      const parsed = Data.safeParse(data);
      if (!parsed.success) throw this.calls.unreadable();

      return parsed.data;
    });
  }

  private errorOf(code: string): Rejected {
    switch (code) {
      case 'API_KEY_INVALID':
        return this.calls.rejected();
      case 'API_RATE_LIMIT_EXCEEDED':
        return new Rejected('upstream-throttled', 'The monthly Taddy quota is used up.', {
          retryAfterSeconds: A_DAY_SECONDS,
        });
      case 'TADDY_SERVER_ERROR':
        return this.calls.passing();
      default:
        return this.calls.refused(/^[A-Z_]{1,60}$/.test(code) ? code : null);
    }
  }
}

const Answer = z.object({ errors: TaddyErrors.nullish(), data: z.unknown() });
