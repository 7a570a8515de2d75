import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type DirectorySeries, ImportFeed } from '@earmark/contracts/series';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
let admin: Caller;
let publisher: Server;
let feedUrl: string;
let status = 200;

beforeAll(async () => {
  publisher = createServer((request, response) => {
    if (request.url === '/loop') return response.writeHead(302, { location: '/loop' }).end();
    if (request.url === '/page')
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Hello</body></html>');
    if (request.url?.endsWith('.vtt')) return response.writeHead(request.url === '/11.vtt' ? 404 : 200).end(TRANSCRIPT);
    const feed = feedOf(new URL(feedUrl).origin);
    const named = feed.replace('<title>Little Feed</title>', NAMED);
    response
      .writeHead(status, { 'content-type': 'application/rss+xml' })
      .end(request.url === '/named.xml' ? named : feed);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => publisher.once('listening', resolve));
  feedUrl = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/feed.xml`;
  app = await startApp();
  admin = await app.signIn('admin');
});
afterAll(async () => {
  await app.stop();
  publisher.close();
});

const search = (q: string) => admin('GET', `/api/admin/search-series?q=${encodeURIComponent(q)}`);
const found = async () => ((await search(feedUrl)).body as { results: DirectorySeries[] }).results[0]!;

it('finds a feed by its address', async () => {
  expect(await found()).toMatchObject({
    name: 'Little Feed',
    author: 'Zoë',
    episodeCount: 12,
    isExisting: false,
    language: 'en',
  });
});

it('lists episodes ten at a time', async () => {
  const { uuid } = await found();
  const first = await admin('GET', `/api/admin/rss/episodes/${uuid}?limit=10&offset=0`);
  expect(first).toMatchObject({ status: 200, body: { totalAvailable: 12, podcastInfo: { id: null, uuid } } });
  const rest = await admin('GET', `/api/admin/rss/episodes/${uuid}?limit=10&offset=10`);
  expect((rest.body as { episodes: unknown[] }).episodes).toMatchObject([
    { name: 'Episode 2', transcriptUrls: [feedUrl.replace('feed.xml', '2.vtt')], isAdded: false },
    { name: 'Episode 1' },
  ]);
});

it('adds the series and one of its episodes, once', async () => {
  const { uuid } = await found();
  expect(await admin('POST', '/api/admin/add-series', { podcastData: { uuid } })).toMatchObject({
    status: 200,
    body: { message: '"Little Feed" was added.', podcastUuid: uuid },
  });
  const list = (await admin('GET', `/api/admin/rss/episodes/${uuid}`)).body as { episodes: { uuid: string }[] };
  const episodeData = list.episodes[0]!;
  const add = () => admin('POST', '/api/admin/add-episode', { episodeData, podcastId: uuid });
  expect(await add()).toMatchObject({ status: 200, body: { success: true, message: '"Episode 12" was added.' } });
  expect(await add()).toMatchObject({ body: { message: '"Episode 12" was already here.' } });
  expect(await admin('GET', `/api/admin/rss/episodes/${uuid}`)).toMatchObject({
    body: {
      podcastInfo: { id: uuid, isExisting: true },
      episodes: [{ isAdded: true }, { isAdded: false }, ...Array.from({ length: 8 }, () => ({}))],
    },
  });
  expect(await app.visitor('GET', '/api/podcasts/littlefeed')).toMatchObject({
    body: { podcast: { totalEpisodes: 1 }, episodes: [{ title: 'Episode 12' }] },
  });
});

it('adds the transcript that comes with an episode, and says when it cannot be read', async () => {
  const { uuid } = await found();
  const { body } = await admin('GET', `/api/admin/rss/episodes/${uuid}`);
  const { episodes } = body as { episodes: { uuid: string; audioUrl: string }[] };
  const add = (episodeData: object) => admin('POST', '/api/admin/add-episode', { episodeData, podcastId: uuid });
  expect(await add(episodes[1]!)).toMatchObject({
    body: {
      message: expect.stringMatching(
        /^"Episode 11" was added\. The transcript of "Episode 11" could not be read: .*404/,
      ),
    },
  });
  // As a directory knows it that has uuids of its own.
  const elsewhere = { uuid: '00000000-0000-4000-8000-000000000abc', audioUrl: episodes[2]!.audioUrl };
  expect(await add(elsewhere)).toMatchObject({ body: { message: '"Episode 10" was added.' } });
  expect(await app.visitor('GET', `/api/podcasts/${uuid}/${episodes[2]!.uuid}`)).toMatchObject({
    status: 200,
    body: { transcript: [{ speaker: 'Zoë', text: 'Hello.' }] },
  });
});

it('brings back what was removed when it is added again, but not by an import', async () => {
  const { uuid } = await found();
  const list = await admin('GET', `/api/admin/rss/episodes/${uuid}`);
  const episodeData = (list.body as { episodes: { uuid: string }[] }).episodes[0]!;
  const episodeCall = `/api/podcasts/${uuid}/${episodeData.uuid}`;
  const importFeed = {
    source: feedUrl,
    bytes: null,
    part: 'all',
    mayMove: false,
    onProgress: () => undefined,
  } as const;
  const importAll = async () => app.services.commands.send(new ImportFeed(importFeed, systemContext('spec')));

  expect(await admin('DELETE', `/api/admin/episodes/${episodeData.uuid}`)).toMatchObject({ status: 200 });
  const { report, position } = await importAll();
  expect(report).toMatchObject({ skipped: [{ what: 'Episode 12', reason: expect.stringContaining('was removed') }] });
  await app.services.checkpoints.passed(position);
  expect(await app.visitor('GET', episodeCall)).toMatchObject({ status: 404 });
  expect(await admin('GET', `/api/admin/rss/episodes/${uuid}?limit=1`)).toMatchObject({
    body: { episodes: [{ name: 'Episode 12', isAdded: false }] },
  });

  expect(await admin('DELETE', `/api/admin/series/${uuid}`)).toMatchObject({ status: 200 });
  await expect(importAll()).rejects.toMatchObject({ code: 'series-removed' });
  expect(await found()).toMatchObject({ uuid, isExisting: false });
  const addEpisode = async () => admin('POST', '/api/admin/add-episode', { episodeData, podcastId: uuid });
  expect(await addEpisode()).toMatchObject({ status: 404, body: { code: 'series-unknown' } });
  expect(await admin('POST', '/api/admin/add-series', { podcastData: { uuid } })).toMatchObject({
    body: { message: '"Little Feed" was added.', podcastUuid: uuid },
  });
  expect(await app.visitor('GET', `/api/podcasts/${uuid}`)).toMatchObject({ body: { podcast: { totalEpisodes: 11 } } });
  expect(await addEpisode()).toMatchObject({ body: { message: '"Episode 12" was added.' } });
  expect(await app.visitor('GET', episodeCall)).toMatchObject({ status: 200, body: { transcript: [{}] } });
});

it.each([
  ['a blank query', () => ' ', 400, 'Please enter a podcast name to search'],
  ['words', () => 'little feed', 400, 'address of a feed'],
  ['a page', () => feedUrl.replace('feed.xml', 'page'), 400, 'The feed could not be read'],
  ['a redirect loop', () => feedUrl.replace('feed.xml', 'loop'), 400, 'The feed could not be read'],
])('answers %s with a sentence', async (_, query, expected, sentence) => {
  expect(await search(query())).toMatchObject({
    status: expected,
    body: { detail: expect.stringContaining(sentence) },
  });
});

it('reports that the publisher is down, not that nothing was found', async () => {
  status = 503;
  const answer = await search(`${feedUrl}?fresh`);
  status = 200;
  expect(answer).toMatchObject({ status: 502, body: { code: 'upstream-unavailable' } });
});

it('refuses private addresses unless they are allowed', async () => {
  const strict = await startApp({ FETCH_ALLOW_PRIVATE: 'false' });
  try {
    const caller = await strict.signIn('admin');
    const answer = await caller('GET', `/api/admin/search-series?q=${encodeURIComponent(feedUrl)}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'address-refused' } });
  } finally {
    await strict.stop();
  }
});

it('asks before a podcast that is here moves to another host', async () => {
  const uuid = '33333333-3333-4333-8333-333333333333';
  const add = (host: string, more = {}) =>
    admin('POST', '/api/admin/add-series', {
      podcastData: { uuid, feedUrl: feedUrl.replace('127.0.0.1', host).replace('feed', 'named') },
      ...more,
    });
  expect(await add('127.0.0.1')).toMatchObject({ status: 200, body: { podcastUuid: uuid } });
  expect(await add('localhost')).toMatchObject({
    status: 409,
    body: { code: 'series-elsewhere', name: 'Named Feed', host: '127.0.0.1', newHost: 'localhost' },
  });
  expect(await add('localhost', { mayMove: true })).toMatchObject({ status: 200, body: { podcastUuid: uuid } });
  expect(await add('127.0.0.1')).toMatchObject({ status: 409, body: { host: 'localhost', newHost: '127.0.0.1' } });
});

it('names an unknown series or episode', async () => {
  const uuid = '00000000-0000-4000-8000-000000000000';
  expect(await admin('GET', `/api/admin/rss/episodes/${uuid}`)).toMatchObject({
    status: 404,
    body: { code: 'series-unknown' },
  });
  expect(await admin('GET', '/api/admin/rss/episodes/nonsense')).toMatchObject({ status: 400 });
  expect(await admin('GET', `/api/admin/rss/episodes/${uuid}?limit=26`)).toMatchObject({ status: 400 });
  expect(await admin('POST', '/api/admin/add-episode', { episodeData: { uuid }, podcastId: uuid })).toMatchObject({
    status: 404,
  });
});

const TRANSCRIPT = 'WEBVTT\n\n00:00.000 --> 00:01.000\n<v Zoë>Hello.\n';
const itemOf = (publisher: string, number: number) => `<item><title>Episode ${number}</title><guid>g${number}</guid>
  <pubDate>Mon, ${String(number).padStart(2, '0')} Jun 2026 10:00:00 GMT</pubDate>
  <enclosure url="https://x.example/${number}.mp3" type="audio/mpeg" length="1"/>
  <podcast:transcript url="${publisher}/${number}.vtt" type="text/vtt"/></item>`;
const feedOf = (
  publisher: string,
) => `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
  xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Little Feed</title><language>en-us</language>
  <itunes:author>Zoë</itunes:author>${Array.from({ length: 12 }, (_, index) => itemOf(publisher, 12 - index)).join('')}</channel></rss>`;
const NAMED = '<title>Named Feed</title><podcast:guid>33333333-3333-4333-8333-333333333333</podcast:guid>';
