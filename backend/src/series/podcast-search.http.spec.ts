import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import { type PodcastSearchAnswer, type SeriesFacts, SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
const space = '11111111-1111-4111-8111-111111111111';

beforeAll(async () => {
  app = await startApp();
  await series('The Changelog', { host: 'Adam Stacoviak', categories: ['PODCASTSERIES_TECHNOLOGY'] }, 3);
  await series('Changelog News', { host: 'Jerod Santo', categories: ['PODCASTSERIES_NEWS_TECH_NEWS'] }, 1);
  await series('Café Zürich', {
    host: 'Zoë Ångström',
    language: 'de',
    description: '<p>Kaffee &amp; <b>Kuchen</b></p>',
  });
  await series('Night Owls', {
    description: `It's a changelog of the night: 100% owls_and \\ backslash's`,
    language: 'es',
  });
  await series('科技早知道', { host: '声动活泼', language: 'zh', description: '听全球科技' });
  for (let number = 1; number <= 25; number += 1) await series(`Series ${String(number).padStart(2, '0')}`, {});
});
afterAll(async () => app.stop());

it.each([
  ['the changelog', ['The Changelog', 'Night Owls']],
  ['changelog', ['Changelog News', 'The Changelog', 'Night Owls']],
  ['chang', ['Changelog News', 'The Changelog', 'Night Owls']],
  ['CAFE', ['Café Zürich']],
  ['zurich café', ['Café Zürich']],
  ['angstrom', ['Café Zürich']],
  ['Zoë zürich', ['Café Zürich']],
  ['kaffee kuch', ['Café Zürich']],
  ['chagelog', ['Changelog News', 'The Changelog']],
  ['stacovick', ['The Changelog']],
  ['jared santo', ['Changelog News']],
  ['科技', ['科技早知道']],
  ['早知', ['科技早知道']],
  ['活泼', ['科技早知道']],
  ['owls_and', ['Night Owls']],
  ['p', []],
  ['amp', []],
  ['🎧', []],
  ['%', []],
  ["'", []],
  ['\\', []],
  [`' | '':*`, []],
])('finds for %j the podcasts %j, best first', async (q, names) => {
  const answer = await search({ q });
  expect(answer.results.map(({ name }) => name)).toEqual(names);
  expect(answer.total).toBe(names.length);
});

it('filters by category and language', async () => {
  expect(await names({ q: 'changelog', category: 'technology' })).toEqual(['The Changelog']);
  expect(await names({ q: 'changelog', category: 'news' })).toEqual(['Changelog News']);
  expect(await names({ q: 'changelog', category: 'comedy' })).toEqual([]);
  expect(await names({ q: 'changelog', language: 'es' })).toEqual(['Night Owls']);
  expect(await names({ q: 'changelog', category: 'all', language: 'all' })).toHaveLength(3);
});

it('sorts by number of episodes and by the newest one', async () => {
  expect(await names({ q: 'changelog', sort: 'episodes' })).toEqual(['The Changelog', 'Changelog News', 'Night Owls']);
  expect((await names({ q: 'changelog', sort: 'recent' }))[0]).toBe('The Changelog');
  expect(await names({ q: 'changelog', sort: 'popularity' })).toHaveLength(3);
});

it('counts all hits and pages through them, each once', async () => {
  const first = await search({ q: 'series', limit: '10' });
  expect(first.total).toBe(25);
  const rest = await search({ q: 'series', limit: '100', offset: '10' });
  expect(rest.total).toBe(25);
  const seen = [...first.results, ...rest.results].map(({ name }) => name);
  expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `Series ${String(index + 1).padStart(2, '0')}`));
  expect((await search({ q: 'series', offset: '99999' })).results).toEqual([]);
});

it('shows what a result row needs, the description as plain text', async () => {
  const answer = await search({ q: 'zürich' });
  expect(answer.results).toEqual([
    {
      uuid: expect.any(String),
      slug: 'CaféZürich',
      name: 'Café Zürich',
      host: 'Zoë Ångström',
      description: 'Kaffee & Kuchen',
      imageUrl: null,
      categories: [],
      language: 'de',
      episodeCount: 0,
    },
  ]);
});

it('follows a changed name and host', async () => {
  await series('Owls at Night', { host: 'Bubo' }, 0, 'Night Owls');
  expect(await names({ q: 'bubo' })).toEqual(['Owls at Night']);
  expect(await names({ q: 'owls at' })).toEqual(['Owls at Night']);
});

it.each([
  ['nothing', ''],
  ['a blank text', 'q=%20'],
  ['10,000 characters', `q=${'x'.repeat(10_000)}`],
  ['a category of its own', 'q=abc&category=cooking'],
  ['a page that is too large', 'q=abc&limit=101'],
  ['two texts', 'q=abc&q=def'],
])('refuses %s with a sentence', async (_, query) => {
  expect(await app.visitor('GET', `/api/podcasts/search?${query}`)).toMatchObject({
    status: 400,
    body: { code: 'invalid', detail: expect.stringMatching(/\.$/) },
  });
});

it('treats a character that cannot be stored as a space', async () => {
  expect(await app.visitor('GET', '/api/podcasts/search?q=caf%C3%A9%00zurich')).toMatchObject({
    status: 200,
    body: { total: 1 },
  });
});

const search = async (query: Record<string, string>): Promise<PodcastSearchAnswer> => {
  const answer = await app.visitor('GET', `/api/podcasts/search?${new URLSearchParams(query).toString()}`);
  expect(answer.status).toBe(200);
  return answer.body as PodcastSearchAnswer;
};
const names = async (query: Record<string, string>) => (await search(query)).results.map(({ name }) => name);

async function series(name: string, facts: Partial<SeriesFacts>, episodes = 0, was = name): Promise<void> {
  const seriesUuid = uuidFrom(space, was, SeriesUuid);
  const context = systemContext('spec');
  const added = await app.services.series.putSeries(
    {
      seriesUuid,
      feedUrl: null,
      itunesId: null,
      facts: seriesFacts(name, { language: 'en', ...facts }),
    },
    context,
  );
  await app.services.checkpoints.passed(added.position);
  for (let number = 1; number <= episodes; number += 1) {
    const title = `Episode ${number}`;
    const { position } = await app.services.series.putEpisode(
      {
        episodeUuid: uuidFrom(seriesUuid, title, EpisodeUuid),
        seriesUuid,
        guid: null,
        facts: {
          title,
          description: null,
          audioUrl: null,
          imageUrl: null,
          publishedAt: `2026-01-0${number}T00:00:00.000Z`,
          durationSeconds: null,
          link: null,
          transcripts: [],
        },
      },
      context,
    );
    await app.services.checkpoints.passed(position);
  }
}
