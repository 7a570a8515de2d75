import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { IntegrationView } from '@earmark/contracts/integrations';
import type { DirectoryEpisode, DirectorySeries } from '@earmark/contracts/series';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import { openStubs, type Stubs } from '../testing/stubs/stubs.ts';

let stubs: Stubs;
let app: RunningApp;
let admin: Caller;
beforeAll(async () => {
  stubs = await openStubs();
  app = await startApp({ ...stubs.environment, DIRECTORY_PROVIDER: 'auto' });
  admin = await app.signIn('admin');
});
afterAll(async () => {
  await app.stop();
  await stubs.close();
});

const search = async (q: string, directory?: string) => {
  const more = directory === undefined ? '' : `&directory=${directory}`;
  const { body } = await admin('GET', `/api/admin/search-series?q=${encodeURIComponent(q)}${more}`);

  return body as { results: DirectorySeries[]; directory: string };
};
const episodesOf = async (directory: string, uuid: string, page = '') => {
  const { body } = await admin('GET', `/api/admin/${directory}/episodes/${uuid}${page}`);

  return body as { episodes: DirectoryEpisode[]; podcastInfo: DirectorySeries & { id: string | null } };
};
const DIRECTORIES = ['taddy', 'podcastindex', 'itunes'] as const;

it('names the directories, and which one is searched when nobody says', async () => {
  expect(await admin('GET', '/api/admin/directories')).toMatchObject({
    body: {
      directories: [
        { name: 'taddy', label: 'Taddy', configured: true, isDefault: true },
        { name: 'podcastindex', label: 'Podcast Index', configured: true, isDefault: false },
        { name: 'itunes', label: 'Apple Podcasts', configured: true, isDefault: false },
        { name: 'rss', configured: true, isDefault: false },
      ],
    },
  });
  expect(await search('demo kitchen')).toMatchObject({ directory: 'taddy', results: [{ name: 'Demo Kitchen' }] });
  expect(await search(`${stubs.url}/feeds/demo.xml`, 'taddy')).toMatchObject({ directory: 'rss' });
});

it.each(DIRECTORIES)('lists episodes of a series that nobody has added, as %s has them', async (directory) => {
  const { results } = await search('demo kitchen', directory);
  expect(results).toMatchObject([{ name: 'Demo Kitchen', provider: directory, isExisting: false, episodeCount: 7 }]);
  const { episodes, podcastInfo } = await episodesOf(directory, results[0]!.uuid, '?limit=3&offset=5');
  expect(podcastInfo).toMatchObject({ id: null, uuid: results[0]!.uuid });
  expect(episodes.map(({ name, isAdded }) => [name, isAdded])).toEqual([
    ['Episode 2', false],
    ['Episode 1', false],
  ]);
});

it('recognises a series and its episodes in every directory, wherever it was found', async () => {
  const [found] = (await search('demo show', 'taddy')).results;
  const added = await admin('POST', '/api/admin/add-series', { podcastData: found });
  const { podcastUuid } = added.body as { podcastUuid: string };
  const { episodes } = await episodesOf('taddy', podcastUuid);
  const request = { episodeData: episodes[0], podcastId: podcastUuid };
  expect(await admin('POST', '/api/admin/add-episode', request)).toMatchObject({
    body: { message: '"Episode 23" was added.' },
  });
  for (const directory of [...DIRECTORIES, 'rss']) {
    const q = directory === 'rss' ? `${stubs.url}/feeds/demo.xml` : 'demo show';
    expect((await search(q, directory)).results).toMatchObject([{ uuid: podcastUuid, isExisting: true }]);
    const shown = await episodesOf(directory, podcastUuid, '?limit=2');
    expect(shown.podcastInfo).toMatchObject({ id: podcastUuid, isExisting: true });
    expect(shown.episodes).toMatchObject([
      { name: 'Episode 23', isAdded: true },
      { name: 'Episode 22', isAdded: false },
    ]);
  }
});

it('recognises a series by its id at Apple when its feed has another address', async () => {
  const kitchen = stubs.shows[1]!;
  const [found] = (await search('demo kitchen', 'itunes')).results;
  await admin('POST', '/api/admin/add-series', { podcastData: found });
  Object.assign(kitchen, { feedPath: '/feeds/kitchen-elsewhere.xml' });
  const [moved] = (await search('kitchen', 'itunes')).results;
  expect(moved).toMatchObject({ uuid: found!.uuid, isExisting: true, feedUrl: expect.stringContaining('elsewhere') });
  expect(await admin('POST', '/api/admin/add-series', { podcastData: moved })).toMatchObject({
    body: { podcastUuid: found!.uuid, message: '"Demo Kitchen" was already here and is up to date.' },
  });
});

it('adds a show once when two admins add it at the same time from two addresses', async () => {
  const [show, other] = ['show', 'other'].map((name, index) => ({
    ...stubs.shows[0]!,
    name: 'Twice',
    feedPath: `/feeds/${name}-twice.xml`,
    taddyUuid: `00000000-0000-4000-8000-00000000000${index}`,
    podcastIndexId: 90 + index,
    itunesId: 9_876_543,
  }));
  stubs.shows.push(show!);
  const [atApple] = (await search('twice', 'itunes')).results;
  stubs.shows.splice(-1, 1, other!);
  const [atTaddy] = (await search('twice', 'taddy')).results;
  stubs.shows.push(show!);
  const answers = await Promise.all(
    [atApple, atTaddy, atApple, atTaddy].map((podcastData) => admin('POST', '/api/admin/add-series', { podcastData })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => (body as { podcastUuid: string }).podcastUuid)).size).toBe(1);
  const added = await recorded('SeriesAdded');
  expect(added.filter((data) => JSON.stringify(data).includes('"Twice"'))).toHaveLength(1);

  // From either address the removed one comes back, and nothing is kept for a podcast that was never added.
  const { podcastUuid } = answers[0]!.body as { podcastUuid: string };
  for (const podcastData of [atTaddy, atApple]) {
    expect(await admin('DELETE', `/api/admin/series/${podcastUuid}`, {})).toMatchObject({ status: 200 });
    expect(await admin('POST', '/api/admin/add-series', { podcastData })).toMatchObject({ body: { podcastUuid } });
  }
  const { rows } = await app.services.pool.query(
    `select f.feed_url from app.feed_state f
     where not exists (select 1 from read.catalogue_series s where s.series_uuid = f.series_uuid)`,
  );
  expect(rows).toEqual([]);
});

it('answers with the status and the sentence of what keeps a directory from answering', async () => {
  stubs.fail('/itunes/*', { status: 403, body: '<html>Forbidden</html>', headers: { 'retry-after': '30' } });
  const answer = await admin('GET', '/api/admin/search-series?q=throttled&directory=itunes');
  stubs.fail('/itunes/*', null);
  expect(answer).toMatchObject({
    status: 429,
    body: {
      code: 'upstream-throttled',
      detail: 'Apple limits searches to about 20 per minute. Try again in a minute.',
    },
  });
  expect(answer.headers.get('retry-after')).toBe('30');
  expect(await admin('GET', '/api/admin/nowhere/episodes/00000000-0000-4000-8000-000000000000')).toMatchObject({
    status: 404,
    body: { detail: 'There is no directory "nowhere".' },
  });
});

it('follows a series that was picked in a directory', async () => {
  expect(await recorded('SeriesFollowed')).toHaveLength((await recorded('SeriesAdded')).length);
});

async function recorded(type: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const event of app.services.log.readAll({ after: 0n })) if (event.type === type) found.push(event.data);

  return found;
}

it('lists the services outside, calls one only when asked, and shows no key', async () => {
  const list = async () => (await admin('GET', '/api/admin/integrations')).body as IntegrationView[];
  const check = async (service: string) =>
    (await admin('POST', `/api/admin/integrations/${service}/check`)).body as IntegrationView;
  const before = stubs.calls.length;
  const unchecked = { configured: true, missing: [], reachable: null, checkedAt: null, message: null };
  expect((await list()).filter(({ service }) => SERVICES.includes(service))).toMatchObject([
    { service: 'taddy', name: 'Taddy', provider: 'taddy', ...unchecked },
    { service: 'podcastindex', name: 'Podcast Index', provider: null, ...unchecked },
    { service: 'itunes', name: 'Apple Podcasts', provider: null, ...unchecked },
    { service: 'rss', name: 'Podcast feeds', provider: null, ...unchecked },
  ]);
  expect(stubs.calls).toHaveLength(before);
  expect(await check('taddy')).toMatchObject({ reachable: true, message: '499 requests are left this month.' });
  for (const service of ['podcastindex', 'itunes', 'rss'])
    expect(await check(service)).toMatchObject({ service, reachable: true, checkedAt: expect.any(String) });
  expect(stubs.calls).toHaveLength(before + 4);

  stubs.fail('/taddy', { status: 401, body: 'taddy-ok is wrong' });
  await check('taddy');
  stubs.fail('/taddy', null);
  const checked = await list();
  expect(checked.find(({ service }) => service === 'taddy')).toMatchObject({
    reachable: false,
    message: 'Taddy rejected the API key or user id. Check TADDY_USER_ID and TADDY_API_KEY.',
  });
  const { TADDY_API_KEY, PODCASTINDEX_API_KEY, PODCASTINDEX_API_SECRET } = stubs.environment;
  for (const key of [TADDY_API_KEY, PODCASTINDEX_API_KEY, PODCASTINDEX_API_SECRET]) {
    expect(JSON.stringify(checked)).not.toContain(key);
    expect(app.reports.join()).not.toContain(key);
  }
  expect(await admin('POST', '/api/admin/integrations/fax/check')).toMatchObject({ status: 404 });
});

const SERVICES = ['taddy', 'podcastindex', 'itunes', 'rss'];
