import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import type { EntityPage, PassagePage } from '@earmark/contracts/mentions';
import { SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
let admin: Caller;
const night = SeriesUuid.parse('11111111-1111-4111-8111-111111111111');
const day = SeriesUuid.parse('22222222-2222-4222-8222-222222222222');

beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  await pattern('Ada Lovelace');
  await pattern('Countess of Lovelace', 'Ada Lovelace');
  await pattern('ADA LOVELACE!', 'Ada Lovelace');
  await pattern('Nobody Here');
  await pattern('Undated');
  await series(night, 'Night Shift');
  await series(day, 'Day Shift');
  await put(night, 1, '2026-01-31T23:30:00.000Z', [
    'Cem: Nothing.',
    'Bea: Ada Lovelace, Ada Lovelace.',
    'Cem: Ada lovelace?',
  ]);
  await put(night, 2, '2026-03-01T10:00:00.000Z', ['Bea: The Countess of Lovelace.']);
  await put(night, 3, '2026-02-01T10:00:00.000Z', ['Bea: Not a word.']);
  await put(night, 4, null, ['Bea: Ada Lovelace without a date, undated.']);
  await put(
    day,
    5,
    '2026-03-02T10:00:00.000Z',
    Array.from({ length: 60 }, (_, index) => `Dan: Ada Lovelace ${index}.`),
  );
});
afterAll(async () => app.stop());

it('shows the mentions of an entity in all podcasts', async () => {
  const page = await entity('ada-lovelace');
  expect(page).toMatchObject({
    entity: { name: 'Ada Lovelace', type: 'person', slug: 'ada-lovelace', wholeWord: true, url: null },
    aliases: ['Countess of Lovelace', 'ADA LOVELACE!'],
    mentions: 64,
    episodes: 4,
    podcasts: [
      { uuid: day, name: 'Day Shift', slug: 'DayShift', count: 60, episodes: 1 },
      { uuid: night, name: 'Night Shift', slug: 'NightShift', count: 4, episodes: 3 },
    ],
    speakers: [
      { name: 'Dan', count: 60 },
      { name: 'Bea', count: 3 },
      { name: 'Cem', count: 1 },
    ],
    months: [
      { month: '2026-01', count: 2, hours: 3 / 3600 },
      { month: '2026-02', count: 0, hours: 1 / 3600 },
      { month: '2026-03', count: 61, hours: 61 / 3600 },
    ],
    first: { episodeTitle: 'Episode 1', text: 'Ada Lovelace, Ada Lovelace.', marks: [0, 12, 14, 26], speaker: 'Bea' },
    last: { episodeTitle: 'Episode 5', text: 'Ada Lovelace 59.', startMs: 59_000, timeFormatted: '00:00:59' },
  });
});

it('has no first and last passage when no episode that mentions it has a date', async () => {
  const page = await entity('undated');
  expect(page).toMatchObject({ mentions: 1, first: null, last: null });
});

it('accepts the slug in any case, and the uuid', async () => {
  const page = await entity('ada-lovelace');
  expect(await entity('ADA-Lovelace')).toEqual(page);
  expect(await entity(page.entity.id.toUpperCase())).toEqual(page);
});

it('shows an entity that is mentioned nowhere', async () => {
  expect(await entity('nobody-here')).toMatchObject({
    mentions: 0,
    podcasts: [],
    speakers: [],
    first: null,
    last: null,
  });
  expect(await passages('nobody-here')).toEqual({ mentions: [], next: null });
});

it('pages through all passages, newest episode first, in the order of the transcript', async () => {
  const first = await passages('ada-lovelace');
  expect(first.mentions).toHaveLength(50);
  expect(first.mentions[0]).toMatchObject({ text: 'Ada Lovelace 0.', podcastSlug: 'DayShift', marks: [0, 12] });
  const second = await passages('ada-lovelace', `?after=${first.next}`);
  expect(second.next).toBeNull();
  expect([...first.mentions, ...second.mentions].map(({ text }) => text)).toEqual([
    ...Array.from({ length: 60 }, (_, index) => `Ada Lovelace ${index}.`),
    'The Countess of Lovelace.',
    'Ada Lovelace, Ada Lovelace.',
    'Ada lovelace?',
    'Ada Lovelace without a date, undated.',
  ]);
});

it('shows the passages of one podcast', async () => {
  expect((await passages('ada-lovelace', '?podcast=nightshift')).mentions).toHaveLength(4);
  const page = await passages('ada-lovelace', `?podcast=${day}`);
  expect((await passages('ada-lovelace', `?podcast=${day}&after=${page.next}`)).mentions).toHaveLength(10);
});

it.each([
  ['/api/entities/nobody', 404, 'entity-unknown'],
  ['/api/entities/00000000-0000-4000-8000-000000000000', 404, 'entity-unknown'],
  ['/api/entities/nobody/mentions', 404, 'entity-unknown'],
  ['/api/entities/%25', 404, 'entity-unknown'],
  ['/api/entities/%00', 400, 'invalid'],
  [`/api/entities/${'x'.repeat(10_000)}`, 404, 'entity-unknown'],
  ['/api/entities/ada-lovelace/mentions?after=nonsense', 400, 'invalid'],
  ['/api/entities/ada-lovelace/mentions?after=W10', 400, 'invalid'],
  ['/api/entities/ada-lovelace/mentions?podcast=nobody', 404, 'series-unknown'],
])('answers GET %s with %i', async (path, status, code) => {
  expect(await app.visitor('GET', path)).toMatchObject({
    status,
    body: { code, detail: expect.stringMatching(/\.$/) },
  });
});

const get = async (path: string) => (await app.visitor('GET', path)).body;
const entity = async (slug: string) => (await get(`/api/entities/${slug}`)) as EntityPage;
const passages = async (slug: string, query = '') =>
  (await get(`/api/entities/${slug}/mentions${query}`)) as PassagePage;

async function pattern(name: string, entityName = name): Promise<void> {
  const types = (await admin('GET', '/api/admin/entity-types')).body as { id: string; name: string }[];
  const entityTypeId = types.find((type) => type.name === 'person')!.id;
  const answer = await admin('POST', '/api/admin/entity-patterns', { name, entity: entityName, entityTypeId });
  expect([name, answer.status]).toEqual([name, 201]);
}

async function series(seriesUuid: SeriesUuid, name: string): Promise<void> {
  await app.services.series.putSeries(
    { seriesUuid, feedUrl: null, itunesId: null, facts: seriesFacts(name) },
    systemContext('spec'),
  );
}

async function put(
  seriesUuid: SeriesUuid,
  number: number,
  publishedAt: string | null,
  lines: readonly string[],
): Promise<void> {
  const episodeUuid = uuidFrom(seriesUuid, String(number), EpisodeUuid);
  const title = `Episode ${number}`;
  const facts = {
    title,
    description: null,
    audioUrl: null,
    imageUrl: null,
    publishedAt,
    durationSeconds: 60,
    link: null,
  };
  await app.services.series.putEpisode(
    { episodeUuid, seriesUuid, guid: null, facts: { ...facts, transcripts: [] } },
    systemContext('spec'),
  );
  const segments = lines.map((line, index) => {
    const [speaker, body] = line.split(': ');
    return { startTime: index, endTime: index + 1, speaker, body };
  });
  const file = Buffer.from(JSON.stringify({ version: '1.0.0', segments }));
  expect((await admin('POST', `/api/admin/episodes/${episodeUuid}/transcript-file`, file)).status).toBe(200);
}
