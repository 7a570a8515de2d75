import { answer, numberIn, type StubAnswer, type StubRequest } from './stub-answer.ts';
import { episodesOf, matches, newestAt, type StubEpisode, type StubShow } from './stub-show.ts';

const MAX_LIMIT = 200;

/** JSON with a content type of its own and blank lines before it, as Apple answers. */
const javascript = (status: number, body: unknown): StubAnswer =>
  answer(status, 'text/javascript; charset=utf-8', `\n\n\n${JSON.stringify(body, null, 1)}\n\n\n`);

const found = (results: readonly object[]): StubAnswer => javascript(200, { resultCount: results.length, results });

const invalid = (key: string): StubAnswer =>
  javascript(400, { errorMessage: `Invalid value(s) for key(s): [${key}]`, queryParameters: {} });

export function itunes({ path, query, base }: StubRequest, shows: readonly StubShow[]): StubAnswer {
  const limit = numberIn(query, 'limit', 50, 1, MAX_LIMIT);
  if (limit === null) return invalid('limit');
  if (!/^[A-Z]{2}$/i.test(query.get('country') ?? 'US')) return invalid('country');
  if (path === '/itunes/search') {
    if ((query.get('media') ?? 'podcast') !== 'podcast') return invalid('mediaType');
    const term = query.get('term') ?? '';

    return found(
      shows
        .filter((show) => term !== '' && matches(show, term))
        .slice(0, limit)
        .map((show) => showOf(show, base)),
    );
  }
  if (path !== '/itunes/lookup') return answer(404, 'text/html', '<html><body>Not found</body></html>');
  const ids = (query.get('id') ?? '').split(',').map(Number);
  const asked = shows.filter(({ itunesId }) => ids.includes(itunesId));
  const withEpisodes = query.get('entity') === 'podcastEpisode';

  return found(
    asked.flatMap((show) => [
      showOf(show, base),
      ...(withEpisodes
        ? episodesOf(show)
            .slice(0, limit)
            .map((episode) => episodeOf(show, episode, base))
        : []),
    ]),
  );
}

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '');

function showOf(show: StubShow, base: string) {
  return {
    wrapperType: 'track',
    kind: 'podcast',
    collectionId: show.itunesId,
    trackId: show.itunesId,
    artistName: show.author,
    collectionName: show.name,
    trackName: show.name,
    collectionViewUrl: `https://podcasts.apple.com/us/podcast/id${show.itunesId}`,
    ...(show.hasFeedAtApple ? { feedUrl: base + show.feedPath } : {}),
    artworkUrl100: `${base}/cover.svg`,
    artworkUrl600: `${base}/cover.svg`,
    releaseDate: iso(newestAt(show)),
    collectionExplicitness: 'notExplicit',
    trackExplicitness: 'cleaned',
    trackCount: show.episodes,
    country: 'USA',
    primaryGenreName: 'Mental Health',
    contentAdvisoryRating: 'Clean',
    genreIds: ['1517', '26', '1512'],
    genres: ['Mental Health', 'Podcasts', 'Health & Fitness'],
  };
}

const episodeOf = (show: StubShow, episode: StubEpisode, base: string) => ({
  wrapperType: 'podcastEpisode',
  kind: 'podcast-episode',
  collectionId: show.itunesId,
  collectionName: show.name,
  trackId: 1_000_000_000 + episode.number,
  trackName: episode.title,
  episodeGuid: episode.guid,
  episodeUrl: `${base}/audio/${episode.number}.wav`,
  episodeContentType: 'audio',
  episodeFileExtension: 'wav',
  description: `About ${episode.number}`,
  shortDescription: '',
  releaseDate: iso(episode.publishedAt),
  trackTimeMillis: 60_000,
  artworkUrl600: `${base}/cover.svg`,
  feedUrl: base + show.feedPath,
  genres: [{ name: 'Mental Health', id: '1517' }],
  country: 'USA',
});
