import { createHash } from 'node:crypto';
import { answer, json, numberIn, type StubAnswer, type StubRequest } from './stub-answer.ts';
import { episodesOf, matches, newestAt, podcastGuid, type StubEpisode, type StubShow } from './stub-show.ts';

export const PODCASTINDEX_KEYS = { PODCASTINDEX_API_KEY: 'PIKEY', PODCASTINDEX_API_SECRET: 'PI$SEC#RET|' };

const CLOCK_SECONDS = 180;
const MAX_ITEMS = 1000;

/** Booleans are strings here. */
const refused = (description: string): StubAnswer => json(400, { status: 'false', description });

export function podcastIndex(request: StubRequest, shows: readonly StubShow[]): StubAnswer {
  const problem = signatureProblem(request);
  if (problem !== null) return answer(401, 'text/html; charset=utf-8', problem);
  const { query, base } = request;
  const path = request.path.slice('/pi/api/1.0'.length);
  const max = numberIn(query, 'max', path.startsWith('/episodes/') ? 10 : 60, 1, MAX_ITEMS);
  if (max === null) return refused('Invalid parameters');

  if (path === '/search/byterm' || path === '/search/bytitle') {
    const term = query.get('q') ?? '';
    if (term === '') return refused('Invalid parameters');
    const feeds = shows.filter((show) => matches(show, term)).slice(0, max);

    return json(200, {
      status: 'true',
      feeds: feeds.map((show) => feedOf(show, base)),
      count: feeds.length,
      query: term,
      description: 'Found matching feeds.',
    });
  }
  const show = shows.find((one) => isAsked(one, path, query, base));
  if (path.startsWith('/podcasts/'))
    return json(200, {
      status: 'true',
      query: Object.fromEntries(query),
      // An empty list, not null, when there is none.
      feed: show ? feedOf(show, base) : [],
      description: show ? 'Found matching feed.' : 'No feeds match this id.',
    });
  if (!path.startsWith('/episodes/')) return refused('Invalid parameters');
  const items = show ? episodesOf(show).slice(0, max) : [];

  return json(200, {
    status: 'true',
    liveItems: [],
    items: items.map((episode) => itemOf(show!, episode, base)),
    count: items.length,
    query: query.get('id') ?? query.get('guid'),
    description: 'Found matching items.',
  });
}

function signatureProblem({ headers, now }: StubRequest): string | null {
  const { PODCASTINDEX_API_KEY: key, PODCASTINDEX_API_SECRET: secret } = PODCASTINDEX_KEYS;
  const date = String(headers['x-auth-date'] ?? '');
  if (!headers['user-agent']) return 'User-Agent header value either not set or blank.';
  if (!headers.authorization) return 'Authorization header value either not set or blank.';
  if (!/^\d+$/.test(date) || Math.abs(now - Number(date)) > CLOCK_SECONDS)
    return 'X-Auth-Date header value is outside of the three minute window.';
  const expected = createHash('sha1')
    .update(key + secret + date)
    .digest('hex');
  if (headers['x-auth-key'] !== key || headers.authorization !== expected)
    return 'The Authorization header is invalid.';

  return null;
}

function isAsked(show: StubShow, path: string, query: URLSearchParams, base: string): boolean {
  if (path.endsWith('guid')) return query.get('guid') === podcastGuid(base + show.feedPath);
  if (path.endsWith('byfeedid')) return query.get('id') === String(show.podcastIndexId);
  if (path.endsWith('byfeedurl')) return query.get('url') === base + show.feedPath;

  return path.endsWith('byitunesid') && query.get('id') === String(show.itunesId);
}

const feedOf = (show: StubShow, base: string) => ({
  id: show.podcastIndexId,
  podcastGuid: podcastGuid(base + show.feedPath),
  title: show.name,
  url: base + show.feedPath,
  originalUrl: base + show.feedPath,
  link: 'https://demo.example',
  description: `About ${show.name}`,
  author: show.author,
  ownerName: show.author,
  image: `${base}/cover.svg`,
  artwork: `${base}/cover.svg`,
  lastUpdateTime: newestAt(show),
  itunesId: show.itunesId,
  language: 'en-us',
  explicit: false,
  medium: 'podcast',
  dead: 0,
  episodeCount: show.episodes,
  categories: { 12: 'Health', 13: 'Fitness' },
  newestItemPubdate: newestAt(show),
});

const itemOf = (show: StubShow, episode: StubEpisode, base: string) => ({
  id: 900_000 + episode.number,
  title: episode.title,
  link: `https://demo.example/${episode.number}`,
  description: `About ${episode.number}`,
  guid: episode.guid,
  datePublished: episode.publishedAt,
  enclosureUrl: `${base}/audio/${episode.number}.wav`,
  enclosureType: 'audio/wav',
  enclosureLength: 480_044,
  duration: 60,
  explicit: 0,
  episode: episode.number,
  episodeType: 'full',
  season: 1,
  image: '',
  feedImage: `${base}/cover.svg`,
  feedId: show.podcastIndexId,
  feedLanguage: 'en-us',
  podcastGuid: podcastGuid(base + show.feedPath),
  chaptersUrl: null,
  transcriptUrl: episode.hasTranscript ? `${base}/transcripts/${episode.number}.vtt` : null,
  ...(episode.hasTranscript
    ? { transcripts: [{ url: `${base}/transcripts/${episode.number}.vtt`, type: 'text/vtt' }] }
    : {}),
});
