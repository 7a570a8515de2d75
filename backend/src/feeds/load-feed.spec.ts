import { feedUuid } from '@earmark/contracts/kit';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Parsing } from '../kit/process/parsing.ts';
import { createFetcher, type Fetcher } from './fetcher.ts';
import { loadFeed } from './load-feed.ts';
import { serve, type Loopback } from './loopback.fixture.ts';

let server: Loopback;
let fetcher: Fetcher;
const parsing = new Parsing(() => {});
/** What the server answers by path: a feed, an address to redirect to for good, or a status. */
let pages: Record<string, string | number | { location: string }>;
let asked: string[];

beforeEach(async () => {
  asked = [];
  fetcher = createFetcher({ allowPrivate: true, userAgent: 'Earmark/0' });
  server = await serve((request, response) => {
    const path = request.url ?? '';
    const page = pages[path] ?? 404;
    asked.push(path);
    if (typeof page === 'object') response.writeHead(301, page).end();
    else if (request.headers['if-none-match'] === `"${path}"`) response.writeHead(304).end();
    else if (typeof page === 'number') response.writeHead(page).end();
    else response.writeHead(200, { etag: `"${path}"`, 'content-type': 'application/rss+xml' }).end(page);
  });
});
afterEach(async () => {
  await fetcher.close();
  await server.close();
});

afterAll(async () => parsing.onModuleDestroy());

describe('a feed', () => {
  it('comes with what the next conditional request needs', async () => {
    pages = { '/feed': feed('a') };
    const loaded = await load('/feed');
    expect(loaded).toMatchObject({ etag: '"/feed"', lastModified: null, permanentUrl: `${server.url}/feed` });
    expect(guids(loaded)).toEqual(['a']);
    expect(await loadFeed({ fetcher, parsing }, `${server.url}/feed`, { etag: '"/feed"' })).toEqual({
      notModified: true,
    });
  });
  it('that moved for good has its new address and keeps the uuid it is known by', async () => {
    pages = { '/old': { location: '/feed' }, '/feed': feed('a') };
    const seriesUuid = feedUuid('known');
    expect(await loadFeed({ fetcher, parsing }, `${server.url}/old`, { seriesUuid })).toMatchObject({
      permanentUrl: `${server.url}/feed`,
      feed: { series: { uuid: seriesUuid, feedUrl: `${server.url}/feed` } },
    });
  });
  it('that moved for good is read although its content has not changed', async () => {
    pages = { '/old': { location: '/feed' }, '/feed': feed('a') };
    const loaded = await loadFeed({ fetcher, parsing }, `${server.url}/old`, { etag: '"/feed"' });
    expect(loaded).toMatchObject({ permanentUrl: `${server.url}/feed`, etag: '"/feed"' });
  });
  it('that cannot be fetched is refused', async () => {
    pages = { '/down': 500, '/text': 'hello' };
    await expect(load('/missing')).rejects.toMatchObject({ kind: 'not-found' });
    await expect(load('/down')).rejects.toMatchObject({ kind: 'down' });
    await expect(load('/text')).rejects.toMatchObject({ code: 'feed-unreadable' });
  });
});

describe('the next pages', () => {
  it('are read up to the last, each item once', async () => {
    pages = { '/1': feed('a', next('/2')), '/2': feed('b', next('/3')), '/3': feed('a') };
    const loaded = await load('/1');
    expect(guids(loaded)).toEqual(['a', 'b']);
    expect(loaded).toMatchObject({ feed: { duplicates: 1 } });
  });
  it('end in a circle, at themselves or where there is no item', async () => {
    pages = {
      '/1': feed('a', next('/2')),
      '/2': feed('b', next('/1')),
      '/self': feed('a', next('/self')),
      '/x': feed('a', next('/y')),
      '/y': feed('', next('/z')),
    };
    expect(guids(await load('/1'))).toEqual(['a', 'b']);
    expect(guids(await load('/self'))).toEqual(['a']);
    expect(guids(await load('/x'))).toEqual(['a']);
    expect(asked).toEqual(['/1', '/2', '/self', '/x', '/y']);
  });
  it('that cannot be read are a warning', async () => {
    pages = { '/1': feed('a', next('/2')), '/2': 503, '/x': feed('a', next('/y')), '/y': '<html></html>' };
    for (const [path, reason] of [
      ['/1', 'temporarily unavailable'],
      ['/x', 'web page'],
    ] as const) {
      const loaded = await load(path);
      expect(guids(loaded)).toEqual(['a']);
      expect(warnings(loaded)).toEqual([
        expect.stringMatching(new RegExp(`^Page 2 of the feed cannot be read: .*${reason}`)),
      ]);
    }
  });
  it('are fifty at most', async () => {
    pages = Object.fromEntries(
      Array.from({ length: 60 }, (_, page) => [`/${page}`, feed(String(page), next(`/${page + 1}`))]),
    );
    const loaded = await load('/0');
    expect(guids(loaded)).toHaveLength(50);
    expect(warnings(loaded)).toEqual(['The feed has more pages than are read at once; the first 50 were read.']);
  });
});

describe('a new address that the feed itself names', () => {
  it('is followed once', async () => {
    pages = { '/old': feed('a', moved('/new')), '/new': feed('b', moved('/newer')) };
    const loaded = await load('/old');
    expect(guids(loaded)).toEqual(['b']);
    expect(loaded).toMatchObject({
      permanentUrl: `${server.url}/new`,
      etag: '"/new"',
      feed: { newFeedUrl: `${server.url}/newer` },
    });
    expect(asked).toEqual(['/old', '/new']);
  });
  it('is a warning when it cannot be read', async () => {
    pages = { '/old': feed('a', moved('/new')), '/new': 404 };
    const loaded = await load('/old');
    expect(guids(loaded)).toEqual(['a']);
    expect(loaded).toMatchObject({ permanentUrl: `${server.url}/old` });
    expect(warnings(loaded)).toEqual([
      expect.stringMatching(/^The feed says that it has moved, but its new address cannot be read: .*404/),
    ]);
  });
  it('is not fetched when the feed has already been read', async () => {
    pages = { '/feed': feed('a', moved('/feed/')) };
    await load('/feed');
    expect(asked).toEqual(['/feed']);
  });
});

const load = (path: string) => loadFeed({ fetcher, parsing }, server.url + path);
const guids = (loaded: Awaited<ReturnType<typeof load>>) =>
  'feed' in loaded ? loaded.feed.episodes.map(({ guid }) => guid) : null;
const warnings = (loaded: Awaited<ReturnType<typeof load>>) => ('feed' in loaded ? loaded.feed.warnings : null);

const next = (path: string): string => `<atom:link rel="next" href="${path}"/>`;
const moved = (path: string): string => `<itunes:new-feed-url>${server.url}${path}</itunes:new-feed-url>`;
const feed = (guid: string, facts = ''): string =>
  `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Show</title>${facts}${
    guid === '' ? '' : `<item><guid>${guid}</guid><enclosure url="/${guid}.mp3"/></item>`
  }</channel></rss>`;
