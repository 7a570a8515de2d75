import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { feedUuid, uuidFrom } from '@earmark/contracts/kit';
import { ImportFeed, SeriesUuid, type FollowedPodcast, seriesFacts } from '@earmark/contracts/series';
import { systemContext } from '../kit/system-context.ts';
import { openTerminal } from '../testing/open-terminal.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import { feedOf, openPublisher, type Publisher } from './publisher.fixture.ts';

const NAMESPACE = '5b1a9a0e-2f0c-5c53-9a4e-6f1d5a7c3b21';
let app: RunningApp;
let admin: Caller;
let publisher: Publisher;
const uuids: Record<string, SeriesUuid> = {};

beforeAll(async () => {
  publisher = await openPublisher();
  app = await startApp();
  admin = await app.signIn('admin');
  publisher.pages['/feed'] = feedOf('Aurora', ['2', '1']);
  await put('Aurora', `${publisher.url}/feed`);
  await put('beta', null);
  for (let number = 10; number < 59; number++) await put(`Podcast ${number}`, `${publisher.url}/${number}`);
  await app.services.checkpoints.passed(await app.services.log.head());
});
afterAll(async () => {
  await app.stop();
  await publisher.close();
});

interface Page {
  podcasts: FollowedPodcast[];
  next: string | null;
  refreshMinutes: number;
}
const list = async (after = '') => (await admin('GET', `/api/admin/followed-series${after}`)).body as Page;

it('lists every podcast by name, fifty a page', async () => {
  const first = await list();
  expect(first.refreshMinutes).toBe(60);
  expect(first.podcasts.slice(0, 3).map(({ name }) => name)).toEqual(['Aurora', 'beta', 'Podcast 10']);
  expect(first.podcasts[0]).toEqual({
    ...{ uuid: uuids['Aurora'], slug: 'Aurora', name: 'Aurora', host: null, imageUrl: null },
    ...{ feedUrl: `${publisher.url}/feed`, isFollowed: false, episodesHere: 0, episodesInFeed: null, transcribed: 0 },
    ...{ lastCheckedAt: null, nextCheckAt: expect.any(String), state: 'unchecked', stateSince: null },
    ...{ newEpisodes: 0, problem: null, isRefreshing: false },
  });
  expect(first.podcasts[1]).toMatchObject({ state: 'no-feed', feedUrl: null, nextCheckAt: null });
  const rest = await list(`?after=${first.next}`);
  expect([first.podcasts.length, rest.podcasts.map(({ name }) => name), rest.next]).toEqual([50, ['Podcast 58'], null]);
  expect(await admin('GET', '/api/admin/followed-series?after=nonsense')).toMatchObject({
    status: 400,
    body: { detail: 'The value of "after" does not come from the list of followed podcasts.' },
  });
});

it('follows, adds what is new at the next refresh, and stops', async () => {
  const uuid = uuids['Aurora'];
  const send = async (what: string) => admin('POST', `/api/admin/series/${uuid}/${what}`);
  expect(await send('refresh')).toMatchObject({
    status: 200,
    body: {
      message: '“Aurora”: 2 episodes of the feed not here; follow the podcast to add them.',
      podcast: { state: 'new', newEpisodes: 2, episodesInFeed: 2, isRefreshing: false },
    },
  });
  const followed = await send('follow');
  expect(followed).toMatchObject({
    status: 200,
    body: { message: '“Aurora” is followed now.', eventId: expect.any(String) },
  });
  expect(await send('follow')).toMatchObject({ body: { message: '“Aurora” is followed already.', eventId: null } });
  expect(await send('refresh')).toMatchObject({
    status: 200,
    body: {
      message: '“Aurora”: 2 new episodes added.',
      podcast: { isFollowed: true, state: 'up-to-date', newEpisodes: 0, episodesHere: 2 },
    },
  });
  expect(await send('refresh')).toMatchObject({ body: { message: '“Aurora” is up to date.' } });
  expect(await send('unfollow')).toMatchObject({
    status: 200,
    body: { message: '“Aurora” is not followed any more.' },
  });
  expect((await list()).podcasts[0]).toMatchObject({ isFollowed: false });
});

it('leaves the episodes that a podcast had when it was added for an admin to choose, and adds later ones', async () => {
  publisher.pages['/chosen'] = feedOf('Chosen', ['2', '1']);
  const feedUrl = `${publisher.url}/chosen`;
  const podcastData = { uuid: feedUuid(feedUrl), feedUrl };
  const { body } = await admin('POST', '/api/admin/add-series', { podcastData });
  const { podcastUuid } = body as { podcastUuid: string };
  const refresh = async () => admin('POST', `/api/admin/series/${podcastUuid}/refresh`);
  expect(await refresh()).toMatchObject({
    body: {
      message: '“Chosen” is up to date.',
      podcast: { isFollowed: true, state: 'up-to-date', episodesHere: 0, episodesInFeed: 2, newEpisodes: 0 },
    },
  });

  const episodeData = { uuid: uuidFrom(podcastUuid, 'Chosen 1') };
  expect(await admin('POST', '/api/admin/add-episode', { episodeData, podcastId: podcastUuid })).toMatchObject({
    status: 200,
  });
  publisher.pages['/chosen'] = feedOf('Chosen', ['3', '2', '1']);
  expect(await refresh()).toMatchObject({
    body: { message: '“Chosen”: 1 new episode added.', podcast: { episodesHere: 2, episodesInFeed: 3 } },
  });

  // An import of the feed takes everything, although the feed has not changed.
  const { commands, checkpoints } = app.services;
  const order = { source: feedUrl, bytes: null, part: 'all', mayMove: false, onProgress: () => undefined } as const;
  const { position, report } = await commands.send(new ImportFeed(order, systemContext('spec')));
  await checkpoints.passed(position);
  expect(report).toMatchObject({ episodes: 1 });
});

it('can be undone, and says in the history who follows what', async () => {
  const uuid = uuids['Podcast 10'];
  const { eventId } = (await admin('POST', `/api/admin/series/${uuid}/follow`)).body as { eventId: string };
  expect(await admin('POST', `/api/admin/history/${eventId}/revert`, {})).toMatchObject({ status: 200 });
  expect((await list()).podcasts.find((podcast) => podcast.uuid === uuid)).toMatchObject({ isFollowed: false });
  expect(await admin('GET', `/api/history?stream=series-${uuid}`)).toMatchObject({
    body: {
      changes: [
        { sentence: 'Podcast 10 is no longer followed.', reverts: eventId },
        { sentence: 'Podcast 10 is followed: new episodes are added by themselves.', actor: 'admin' },
        { sentence: 'Podcast 10 was added.' },
      ],
    },
  });
});

it('answers why a feed cannot be read', async () => {
  expect(await admin('POST', `/api/admin/series/${uuids['Podcast 11']}/refresh`)).toMatchObject({
    status: 200,
    body: {
      message: expect.stringMatching(/^The feed of “Podcast 11” could not be read: .* has nothing at this address/),
      podcast: { state: 'failing', problem: expect.stringContaining('(404)') },
    },
  });
});

it.each(['follow', 'unfollow', 'refresh'])('refuses to %s what is unknown or has no feed', async (what) => {
  expect(await admin('POST', `/api/admin/series/${NAMESPACE}/${what}`)).toMatchObject({
    status: 404,
    body: { code: 'series-unknown' },
  });
  expect(await admin('POST', `/api/admin/series/${uuids['beta']}/${what}`)).toMatchObject(
    what === 'unfollow' ? { status: 200 } : { status: 409, body: { code: 'series-without-feed' } },
  );
});

it('does the same on the command line, beside a server', async () => {
  const terminal = await openTerminal(app.services.databaseUrl);
  const write = console.log;
  const lines: string[] = [];
  console.log = (line: string) => lines.push(line);
  const earmark = async (...words: string[]) => {
    lines.length = 0;
    const exit = await terminal.run(...words, '--json');
    return [exit, lines.map((line): unknown => JSON.parse(line))];
  };
  try {
    publisher.pages['/12'] = feedOf('Podcast 12', ['1']);
    const uuid = uuids['Podcast 12'];
    expect(await earmark('follow', `${publisher.url}/12`)).toMatchObject([
      0,
      [{ uuid, isFollowed: true, changed: true }],
    ]);
    expect(await earmark('refresh', 'podcast12')).toMatchObject([
      0,
      [{ uuid, episodes: 1, newEpisodes: 0, error: null }],
    ]);
    expect(await earmark('unfollow', uuid!, 'nobody')).toMatchObject([
      2,
      [{ changed: true }, { error: 'There is no podcast "nobody".' }],
    ]);
    expect(await earmark('refresh', 'Podcast13')).toMatchObject([
      1,
      [{ error: expect.stringMatching(/^The feed of “Podcast 13” could not be read: /) }],
    ]);
    expect(await earmark('follow', `${publisher.url}/unknown`)).toMatchObject([
      1,
      [{ error: expect.stringContaining('Import it first.') }],
    ]);
  } finally {
    console.log = write;
    await terminal.close();
  }
});

async function put(name: string, feedUrl: string | null): Promise<void> {
  const seriesUuid = uuidFrom(NAMESPACE, name, SeriesUuid);
  uuids[name] = seriesUuid;
  const facts = seriesFacts(name);
  await app.services.series.putSeries({ seriesUuid, feedUrl, itunesId: null, facts }, systemContext('spec'));
}
