import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SeriesUuid, type Addition, seriesFacts } from '@earmark/contracts/series';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import { openStubs, type Stubs } from '../testing/stubs/stubs.ts';

let stubs: Stubs;
let app: RunningApp;
let admin: Caller;
beforeAll(async () => {
  stubs = await openStubs();
  app = await startApp(stubs.environment);
  admin = await app.signIn('admin');
});
afterAll(async () => {
  await app.stop();
  await stubs.close();
});

const begin = async (request: object) => {
  const { status, body } = await admin('POST', '/api/admin/additions', request);
  expect(status).toBe(201);

  return (body as { id: string }).id;
};
const view = async (id: string) => (await admin('GET', `/api/admin/additions/${id}`)).body as Addition;
const until = async (id: string, holds: (addition: Addition) => boolean) => {
  let addition = await view(id);
  while (!holds(addition)) addition = await view(id);

  return addition;
};
const ended = async (request: object) => until(await begin(request), ({ status }) => status !== 'running');
const addSeries = async (path: string) => {
  const { body } = await admin('POST', '/api/admin/add-series', {
    podcastData: { uuid: '00000000-0000-4000-8000-000000000000', feedUrl: stubs.url + path },
  });

  return (body as { podcastUuid: string }).podcastUuid;
};
const titlesOf = async (seriesUuid: string) => {
  const { body } = await app.visitor('GET', `/api/podcasts/${seriesUuid}`);

  return (body as { episodes: { title: string }[] }).episodes.map(({ title }) => title);
};

it('adds the newest episodes, then the rest, each with its transcript', async () => {
  const seriesUuid = await addSeries('/feeds/kitchen.xml');
  expect(await ended({ seriesUuid, newest: 2 })).toMatchObject({
    kind: 'episodes',
    seriesUuid,
    name: 'Demo Kitchen',
    status: 'done',
    problem: null,
    total: 2,
    done: 2,
    added: 2,
    items: [],
  });
  expect(await titlesOf(seriesUuid)).toEqual(['Episode 7', 'Episode 6']);
  expect(await ended({ seriesUuid, newest: null })).toMatchObject({ total: 7, added: 5, existing: 2, failed: 0 });
  const { body } = await app.visitor('GET', `/api/podcasts/${seriesUuid}/episode-1`);
  expect(body).toMatchObject({ transcript: [{ speaker: 'Ann Host', text: 'Welcome to episode 1 & hello.' }, {}] });
});

it('keeps what was added when it is cancelled, and adds the rest once', async () => {
  stubs.shows[0]!.transcribed = 13;
  const seriesUuid = await addSeries('/feeds/demo.xml');
  stubs.fail('/transcripts/*', { connection: 'silent' });
  const id = await begin({ seriesUuid, newest: null });
  expect(await begin({ seriesUuid, newest: null })).toBe(id);
  await until(id, ({ added }) => added === 10);
  expect(await admin('POST', `/api/admin/additions/${id}/cancel`)).toMatchObject({
    status: 200,
    body: { id, status: 'cancelled', total: 23, added: 10 },
  });
  stubs.fail('/transcripts/*', null);

  const rest = await ended({ seriesUuid, newest: null });
  expect(rest).toMatchObject({ status: 'done', total: 23, failed: 0 });
  expect(rest.existing).toBeGreaterThanOrEqual(10);
  expect(new Set(await titlesOf(seriesUuid)).size).toBe(23);
  expect(await titlesOf(seriesUuid)).toHaveLength(23);
  expect(await view(id)).toMatchObject({ status: 'cancelled' });
});

it('adds the podcasts of a list, each once, and says which could not be read', async () => {
  const feeds = ['many/1', 'many/2', 'gone', 'kitchen'].map((name) => `${stubs.url}/feeds/${name}.xml`);
  const outlines = [...feeds, `${feeds[0]}/`, 'ftp://example.org/feed'].map((url) => `<outline xmlUrl="${url}"/>`);
  const opml = `<opml version="2.0"><body><outline text="All">${outlines.join('')}</outline></body></opml>`;
  const addition = await ended({ opml });
  expect(addition).toMatchObject({ kind: 'feeds', status: 'done', total: 5, added: 2, existing: 1, failed: 2 });
  expect(addition.items).toMatchObject([
    { name: 'Feed 1', status: 'added', uuid: expect.any(String), error: null },
    { name: 'Feed 2', status: 'added' },
    { name: feeds[2], status: 'failed', error: expect.stringContaining('410') },
    { name: 'Demo Kitchen', status: 'exists' },
    { name: 'ftp://example.org/feed', status: 'failed', error: expect.stringContaining('http') },
  ]);
  expect(await ended({ feeds: [`${stubs.url}/feeds/many/3.xml`] })).toMatchObject({ total: 1, added: 1 });
});

it('reads four feeds at a time', async () => {
  stubs.fail('/feeds/many/*', { delayMs: 20 });
  stubs.mostAtOnce = 0;
  const feeds = Array.from({ length: 12 }, (_, index) => `${stubs.url}/feeds/many/${index + 20}.xml`);
  expect(await ended({ feeds })).toMatchObject({ total: 12, added: 12, failed: 0 });
  expect(stubs.mostAtOnce).toBeLessThanOrEqual(4);
  stubs.fail('/feeds/many/*', null);
});

it('shows its progress to whoever watches, also late', async () => {
  const seriesUuid = await addSeries('/feeds/many/4.xml');
  const id = await begin({ seriesUuid, newest: null });
  const first = await admin('GET', `/api/admin/additions/${id}/events`);
  expect(first.body).toMatch(/data: \{"id".*"status":"done".*\n\n.*event: complete\n/s);
  expect((await admin('GET', `/api/admin/additions/${id}/events`)).body).toMatch(/"added":3.*event: complete/s);
  const { body } = await admin('GET', '/api/admin/additions');
  expect((body as { additions: Addition[] }).additions[0]).toMatchObject({ id, status: 'done' });
});

it('fails as a whole with the reason when the feed cannot be read', async () => {
  const seriesUuid = SeriesUuid.parse('00000000-0000-4000-8000-0000000000aa');
  const { position } = await app.services.series.putSeries(
    {
      seriesUuid,
      feedUrl: `${stubs.url}/feeds/gone.xml`,
      itunesId: null,
      facts: seriesFacts('Gone'),
    },
    systemContext('spec'),
  );
  await app.services.checkpoints.passed(position);
  expect(await ended({ seriesUuid, newest: 10 })).toMatchObject({
    status: 'failed',
    problem: expect.stringMatching(/^The feed could not be read: .*410/),
    total: 0,
  });
});

it('refuses what could not be added at all', async () => {
  const begun = async (request: object) => admin('POST', '/api/admin/additions', request);
  const unknown = '00000000-0000-4000-8000-00000000000f';
  expect(await begun({ seriesUuid: unknown, newest: null })).toMatchObject({ status: 404 });
  expect(await begun({ opml: '<html></html>' })).toMatchObject({ status: 400, body: { code: 'feed-unreadable' } });
  expect(await begun({ feeds: ['file:///etc/passwd'] })).toMatchObject({ status: 400 });
  expect(await begun({ feeds: [] })).toMatchObject({ status: 400 });
  expect(await admin('GET', `/api/admin/additions/${unknown}`)).toMatchObject({ status: 404 });
});
