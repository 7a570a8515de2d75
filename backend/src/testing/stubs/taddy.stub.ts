import { z } from 'zod';
import { readSelection, select, type Selection, type TypeFields } from './graphql-selection.ts';
import { json, type StubAnswer, type StubRequest } from './stub-answer.ts';
import { episodesOf, matches, taddyEpisodeUuid, type StubEpisode, type StubShow } from './stub-show.ts';

export const TADDY_KEYS = { TADDY_USER_ID: '1', TADDY_API_KEY: 'taddy-ok' };

const MAX_PAGE_SIZE = 25;
const MAX_PAGE = { search: 20, getPodcastSeries: 1000 };

/** The part of Taddy's schema that podcasts need; null: a scalar. */
const TYPES: Readonly<Record<string, TypeFields>> = {
  Query: { search: 'SearchResults', getPodcastSeries: 'PodcastSeries', getApiRequestsRemaining: null },
  SearchResults: { searchId: null, podcastSeries: 'PodcastSeries', responseDetails: 'SearchResponseDetails' },
  SearchResponseDetails: { id: null, type: null, totalCount: null, pagesCount: null },
  PodcastSeries: {
    uuid: null,
    name: null,
    authorName: null,
    description: null,
    imageUrl: null,
    totalEpisodesCount: null,
    language: null,
    isExplicitContent: null,
    genres: null,
    websiteUrl: null,
    rssUrl: null,
    itunesId: null,
    datePublished: null,
    itunesInfo: 'iTunesInfo',
    persons: 'Person',
    episodes: 'PodcastEpisode',
  },
  iTunesInfo: { uuid: null, publisherName: null, baseArtworkUrlOf: null },
  Person: { uuid: null, name: null, role: null },
  PodcastEpisode: {
    uuid: null,
    guid: null,
    name: null,
    description: null,
    imageUrl: null,
    datePublished: null,
    audioUrl: null,
    videoUrl: null,
    duration: null,
    isBlocked: null,
    isRemoved: null,
    taddyTranscribeStatus: null,
    transcriptUrls: null,
    transcriptUrlsWithDetails: 'TranscriptLink',
    persons: 'Person',
  },
  TranscriptLink: { url: null, type: null, language: null, isTaddyExclusive: null, hasTimecodes: null },
};

const Body = z.object({
  query: z.string(),
  variables: z
    .object({
      term: z.string(),
      uuid: z.string(),
      rssUrl: z.string(),
      itunesId: z.number().int(),
      page: z.number().int(),
      limitPerPage: z.number().int(),
    })
    .partial()
    .nullish(),
});

/** Errors come with status 200, as those of Taddy do. */
const refused = (code: string, message: string): StubAnswer => json(200, { errors: [{ code, message }], data: null });

export function taddy(request: StubRequest, shows: readonly StubShow[]): StubAnswer {
  const { headers, method } = request;
  if (headers['x-api-key'] !== TADDY_KEYS.TADDY_API_KEY || headers['x-user-id'] !== TADDY_KEYS.TADDY_USER_ID)
    return refused('API_KEY_INVALID', 'The API Key or User ID you are using in your headers is invalid.');
  const body = Body.safeParse(parsed(request.body));
  if (method !== 'POST' || !/^application\/json\b/.test(headers['content-type'] ?? '') || !body.success)
    return refused('INVALID_QUERY_OR_SYNTAX', 'POST body missing, or not JSON with a query.');
  const { query, variables } = body.data;
  let asked: Selection;
  try {
    asked = readSelection(query);
  } catch (error) {
    return refused('INVALID_QUERY_OR_SYNTAX', error instanceof Error ? error.message : String(error));
  }
  const { page = 1, limitPerPage = 10, term = '', uuid, rssUrl, itunesId } = variables ?? {};
  const limit = asked.has('search') ? MAX_PAGE.search : MAX_PAGE.getPodcastSeries;
  if (limitPerPage < 1 || limitPerPage > MAX_PAGE_SIZE)
    return refused('BAD_USER_INPUT', `limitPerPage must be between 1 and ${MAX_PAGE_SIZE}`);
  if (page < 1 || page > limit) return refused('BAD_USER_INPUT', `page must be between 1 and ${limit}`);
  if (asked.has('getPodcastSeries') && uuid !== undefined && uuid.length !== 36)
    return refused('BAD_USER_INPUT', 'uuid has to be 36 characters long');

  const found = shows.filter((show) => matches(show, term));
  const show = shows.find(
    (one) => one.taddyUuid === uuid || one.itunesId === itunesId || request.base + one.feedPath === rssUrl,
  );
  const paged = <Item>(all: readonly Item[]) => all.slice((page - 1) * limitPerPage, page * limitPerPage);
  const data = {
    getApiRequestsRemaining: 499,
    search: {
      searchId: 's1',
      podcastSeries: paged(found).map((one) => seriesOf(one, [], request.base)),
      responseDetails: [
        {
          id: 's1',
          type: 'PODCASTSERIES',
          totalCount: found.length,
          pagesCount: Math.ceil(found.length / limitPerPage),
        },
      ],
    },
    getPodcastSeries: show ? seriesOf(show, paged(episodesOf(show)), request.base) : null,
  };
  try {
    return json(200, { data: select(data, asked, 'Query', TYPES) });
  } catch (error) {
    return refused('INVALID_QUERY_OR_SYNTAX', error instanceof Error ? error.message : String(error));
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Not JSON: the schema refuses it.
    return null;
  }
}

const seriesOf = (show: StubShow, episodes: readonly StubEpisode[], base: string) => ({
  uuid: show.taddyUuid,
  name: show.name,
  authorName: show.author,
  description: `About ${show.name}`,
  imageUrl: `${base}/cover.svg`,
  totalEpisodesCount: show.episodes,
  language: 'ENGLISH',
  isExplicitContent: false,
  genres: ['PODCASTSERIES_HEALTH_AND_FITNESS_MENTAL_HEALTH', 'PODCASTSERIES_TECHNOLOGY'],
  websiteUrl: 'https://demo.example',
  rssUrl: base + show.feedPath,
  itunesId: show.itunesId,
  datePublished: episodesOf(show)[0]?.publishedAt ?? null,
  itunesInfo: { uuid: show.taddyUuid, publisherName: show.author, baseArtworkUrlOf: `${base}/cover.svg` },
  persons: [{ uuid: show.taddyUuid, name: show.author, role: 'PODCASTSERIES_HOST' }],
  episodes: episodes.map((episode) => episodeOf(episode, base)),
});

function episodeOf(episode: StubEpisode, base: string) {
  const transcript = `${base}/transcripts/${episode.number}.vtt`;

  return {
    uuid: taddyEpisodeUuid(episode),
    guid: episode.guid,
    name: episode.title,
    description: `<p>About ${episode.number}</p>`,
    imageUrl: null,
    datePublished: episode.publishedAt,
    audioUrl: `${base}/audio/${episode.number}.wav`,
    videoUrl: null,
    duration: 60,
    isBlocked: false,
    isRemoved: null,
    taddyTranscribeStatus: episode.hasTranscript ? 'COMPLETED' : 'NOT_TRANSCRIBING',
    transcriptUrls: episode.hasTranscript ? [transcript] : [],
    transcriptUrlsWithDetails: episode.hasTranscript
      ? [{ url: transcript, type: 'text/vtt', language: 'en', isTaddyExclusive: false, hasTimecodes: true }]
      : [],
    persons: [],
  };
}
