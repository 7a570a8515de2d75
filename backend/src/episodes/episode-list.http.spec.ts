import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  type EpisodeList,
  type EpisodePage,
  type EpisodeSearchAnswer,
  EpisodeUuid,
  type PodcastPage,
} from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import { findByName, findOccurrences, type EntityPage } from '@earmark/contracts/mentions';
import { SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
let admin: Caller;
const night = SeriesUuid.parse('11111111-1111-4111-8111-111111111111');
const day = SeriesUuid.parse('22222222-2222-4222-8222-222222222222');
const episode = (number: number) => uuidFrom(night, String(number));

beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  for (const name of ['Ada', 'Ada Lovelace', 'York', 'New York', 'Zoë', '科技', 'R & D']) await pattern(name);
  await series(night, 'Night Shift', ['PODCASTSERIES_TECHNOLOGY']);
  await series(day, 'Day Shift', ['PODCASTSERIES_NEWS']);
  await put(night, 1, 'Pilot', '2026-01-01T10:00:00.000Z', [
    'Ada Lovelace met Ada in New York.',
    'New York, new york!',
    'A ghost in the machine, the end.',
    '高科技人 in the house.',
  ]);
  await put(night, 2, '100% café_talk', '2026-02-01T10:00:00.000Z', [
    'Zoë’s machines are not a machine: machine.',
    'R and D is r&d, and and and.',
    "It's the well-known mach­ine \\ don't “quote” it.",
    'wow !!! and wow!!! and 🎧🎧🎧',
  ]);
  await put(night, 3, 'Undated', null, ['York and Ada again.', 'The machine of machines.']);
  await put(night, 4, 'Silence', '2026-03-01T10:00:00.000Z', []);
  await put(day, 5, 'Elsewhere', '2026-02-01T10:00:00.000Z', ['Ada is here too, machine.']);
});
afterAll(async () => app.stop());

it('finds episodes by title, description, entity and transcript, newest first', async () => {
  expect(await found('silence')).toEqual([['Silence', 0]]);
  expect(await found('CAFE_T')).toEqual([['100% café_talk', 0]]);
  expect(await found('about und')).toEqual([['Undated', 0]]);
  expect(await found('new york')).toEqual([['Pilot', 2]]);
  expect(await found('machine')).toEqual([
    ['100% café_talk', 2],
    ['Pilot', 1],
    ['Undated', 1],
  ]);
  expect(await found('the end')).toEqual([['Pilot', 1]]);
  expect(await found('  machine  ')).toEqual(await found('machine'));
});

it('shows the count of the first entity whose name contains the text, as the page does', async () => {
  // For "ada", the entity with more mentions comes first; with equally many, the first by name.
  expect(await found('ada')).toEqual([
    ['Pilot', 1],
    ['Undated', 1],
  ]);
  expect(await found('lovel')).toEqual([['Pilot', 1]]);
  expect(await found('ork')).toEqual([
    ['Pilot', 2],
    ['Undated', 1],
  ]);
});

const QUERIES = [
  ...['machine', 'the', 'ada', 'york', 'new york', 'lovelace', 'lace', "it's", 'it’s', "don't", 'r & d', 'R and D'],
  ...[
    'and',
    'wow',
    '!!!',
    '🎧🎧🎧',
    '100%',
    '%%%',
    '___',
    'é_t',
    '\\ d',
    "'''",
    '"""',
    '---',
    '科技人',
    'zoe',
    'ZOË’S',
  ],
  ...[
    'in the',
    'in  the',
    'well known',
    'well-known',
    'not a',
    'the\u001emachine',
    'machine of',
    '&amp;',
    '<p>',
    ':*|',
  ],
];

it.each(QUERIES)('shows for %j the numbers of the pages that its badges open', async (q) => {
  const counts = new Map((await search(q)).episodes.map(({ uuid, matchCount }) => [uuid, matchCount]));
  const { episodes } = (await get('/api/podcasts/NightShift')) as PodcastPage;
  const onPages = new Map<string, number>();
  for (const { uuid } of episodes) {
    const count = matchesOnPage((await get(`/api/podcasts/nightshift/${uuid}`)) as EpisodePage, q.trim());
    if (count > 0 || counts.has(uuid)) onPages.set(uuid, count);
  }
  expect(counts).toEqual(onPages);
});

it.each(['ab', '  ab  ', 'x'.repeat(201), '', '\0\0', 'x'.repeat(10_000)])('refuses %j', async (q) => {
  const answer = await app.visitor('GET', `/api/podcasts/nightshift/search?q=${encodeURIComponent(q)}`);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', detail: expect.stringMatching(/\.$/) } });
});

it('refuses a text with a character that cannot be stored, and an unknown podcast', async () => {
  expect(await app.visitor('GET', '/api/podcasts/nightshift/search?q=ab%00c')).toMatchObject({ status: 400 });
  expect(await app.visitor('GET', '/api/podcasts/nobody/search?q=machine')).toMatchObject({
    status: 404,
    body: { code: 'series-unknown' },
  });
  expect(await app.visitor('GET', '/api/podcasts/nightshift/search?q=abc&q=def')).toMatchObject({ status: 400 });
});

it('lists episodes with mentions of all podcasts, newest first, unknown dates last', async () => {
  expect((await list('')).episodes.map(({ title }) => title)).toEqual([
    ...['100% café_talk', 'Elsewhere'].sort(byUuid),
    'Pilot',
    'Undated',
  ]);
  expect((await list('?podcast=dayshift')).episodes).toMatchObject([{ title: 'Elsewhere', mentionsCount: 1 }]);
  expect((await list(`?podcast=${day}`)).episodes).toHaveLength(1);
  expect((await list('?category=news')).episodes).toMatchObject([{ title: 'Elsewhere' }]);
  expect((await list('?category=Technology')).episodes).toHaveLength(3);
  expect((await list('?category=comedy')).episodes).toEqual([]);
  expect((await list('?category=news&podcast=NightShift')).episodes).toEqual([]);
});

it('pages through a long list, each episode once', async () => {
  const seen: string[] = [];
  const sizes: number[] = [];
  for (let number = 100; number < 160; number += 1)
    await put(day, number, `Long ${number}`, number % 3 === 0 ? null : `2025-01-0${1 + (number % 2)}T00:00:00.000Z`, [
      'Ada.',
    ]);
  let next: string | null = '';
  while (next !== null) {
    const page: EpisodeList = await list(`?podcast=dayshift${next === '' ? '' : `&after=${next}`}`);
    sizes.push(page.episodes.length);
    seen.push(...page.episodes.map(({ id }) => id));
    next = page.next;
  }
  expect(sizes).toEqual([50, 11]);
  expect(new Set(seen).size).toBe(61);
});

it.each(['nonsense', 'bnVsbA', 'W10', '%00', Buffer.from('["x","y"]').toString('base64url')])(
  'refuses %j as a place in the list',
  async (after) => {
    expect(await app.visitor('GET', `/api/episodes?after=${after}`)).toMatchObject({ status: 400 });
  },
);

it('refuses an invalid category, and an unknown podcast', async () => {
  expect(await app.visitor('GET', '/api/episodes?category=%25')).toMatchObject({ status: 400 });
  expect(await app.visitor('GET', '/api/episodes?podcast=nobody')).toMatchObject({ status: 404 });
  expect(await app.visitor('GET', '/api/episodes?podcast=%00')).toMatchObject({ status: 400 });
});

it('has the same numbers on every page', async () => {
  const { episodes } = await list('');
  const perEntity = new Map<string, number>();
  for (const { id, podcastSlug, mentionsCount } of episodes.slice(0, 10)) {
    const page = (await get(`/api/podcasts/${podcastSlug}/${id}`)) as EpisodePage;
    expect(page.entityMentions.reduce((sum, { count }) => sum + count, 0)).toBe(mentionsCount);
  }
  for (const { id, podcastSlug } of (await every('')).values())
    for (const { entity, count } of ((await get(`/api/podcasts/${podcastSlug}/${id}`)) as EpisodePage).entityMentions)
      perEntity.set(entity.slug, (perEntity.get(entity.slug) ?? 0) + count);
  for (const [slug, count] of perEntity)
    expect([slug, ((await get(`/api/entities/${slug}`)) as EntityPage).mentions]).toEqual([slug, count]);
  const recent = (await get('/api/dashboard/recent-episodes')) as EpisodeList['episodes'];
  expect(recent).toEqual(episodes.slice(0, 10));
});

it('prefers the entity of exactly that name, even one added without mentions, to one that contains it', async () => {
  await pattern('Adana');
  await put(day, 6, 'South', null, ['Adana.', 'Adana, Adana.', 'Ada.']);
  const path = `/api/podcasts/${day}/${uuidFrom(day, '6')}`;
  const { entityMentions, episode: south } = (await get(path)) as EpisodePage;
  const added = [...entityMentions, { entity: { name: 'Adana Station', type: 'location' } }];
  const saved = await admin('PUT', `/api/episodes/${south.uuid}/entities`, {
    entityMentions: added,
    learnFromManualAdditions: false,
  });
  expect(saved.status).toBe(200);
  const counts = [];
  for (const q of ['ada', 'adan', 'adana', 'station']) {
    const { episodes } = (await get(`/api/podcasts/${day}/search?q=${q}`)) as EpisodeSearchAnswer;
    const { matchCount } = episodes.find(({ uuid }) => uuid === south.uuid)!;
    expect(matchCount).toBe(matchesOnPage((await get(path)) as EpisodePage, q));
    counts.push(matchCount);
  }
  expect(counts).toEqual([1, 2, 2, 0]);
});

/** Mirrors what frontend/src/episode-page/episode-selection.ts does with the text of a link. */
function matchesOnPage({ entityMentions, transcript }: EpisodePage, text: string): number {
  const named = findByName(entityMentions, text);
  if (named) return named.count;
  const pattern = { name: text, caseSensitive: false, wholeWord: true };

  return transcript.filter((segment) => findOccurrences(segment.text, pattern).length > 0).length;
}

const byUuid = (one: string, other: string) => (idOf(one) < idOf(other) ? -1 : 1);
const idOf = (title: string) => (title === 'Elsewhere' ? uuidFrom(day, '5') : episode(2));
const get = async (path: string) => (await app.visitor('GET', path)).body;
const list = async (query: string) => (await get(`/api/episodes${query}`)) as EpisodeList;
const search = async (q: string) =>
  (await get(`/api/podcasts/nightshift/search?q=${encodeURIComponent(q)}`)) as EpisodeSearchAnswer;
const found = async (q: string) => (await search(q)).episodes.map(({ title, matchCount }) => [title, matchCount]);

async function every(query: string): Promise<EpisodeList['episodes']> {
  const first = await list(query);
  return first.next === null ? first.episodes : [...first.episodes, ...(await list(`?after=${first.next}`)).episodes];
}

async function pattern(name: string): Promise<void> {
  const types = (await admin('GET', '/api/admin/entity-types')).body as { id: string; name: string }[];
  const entityTypeId = types.find((type) => type.name === 'person')!.id;
  expect((await admin('POST', '/api/admin/entity-patterns', { name, entityTypeId })).status).toBeLessThan(300);
}

async function series(seriesUuid: SeriesUuid, name: string, categories: string[]): Promise<void> {
  await app.services.series.putSeries(
    { seriesUuid, feedUrl: null, itunesId: null, facts: seriesFacts(name, { categories }) },
    systemContext('spec'),
  );
}

async function put(
  seriesUuid: SeriesUuid,
  number: number,
  title: string,
  publishedAt: string | null,
  lines: readonly string[],
): Promise<void> {
  const episodeUuid = uuidFrom(seriesUuid, String(number), EpisodeUuid);
  await app.services.series.putEpisode(
    {
      episodeUuid,
      seriesUuid,
      guid: null,
      facts: {
        title,
        description: `<p>About <b>${title}</b> &amp; more</p>`,
        audioUrl: null,
        imageUrl: null,
        publishedAt,
        durationSeconds: 60,
        link: null,
        transcripts: [],
      },
    },
    systemContext('spec'),
  );
  if (lines.length === 0) return;
  const segments = lines.map((body, index) => ({ startTime: index, endTime: index + 1, speaker: 'Bea', body }));
  const file = Buffer.from(JSON.stringify({ version: '1.0.0', segments }));
  const answer = await admin('POST', `/api/admin/episodes/${episodeUuid}/transcript-file`, file);
  expect([title, answer.status, answer.body]).toMatchObject([title, 200, { segments: lines.length }]);
}
