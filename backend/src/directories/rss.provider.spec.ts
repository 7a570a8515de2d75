import { expect, it } from '@jest/globals';
import { createFetcher } from '../feeds/fetcher.ts';
import type { FeedList } from '../feeds/opml.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { serve } from '../feeds/loopback.fixture.ts';
import { channel, item } from '../feeds/rss.fixture.ts';
import { describeDirectoryProvider, type TestedProvider } from './directory-provider.contract.ts';
import { RssProvider } from './rss.provider.ts';

describeDirectoryProvider('rss', openRss);

it('gives episodes the uuids that they have here, also when the feed calls itself otherwise', async () => {
  const known = '00000000-0000-4000-8000-00000000000a';
  const rss = await openRss(known);
  try {
    const [series] = await rss.provider.search(rss.query);
    expect(series).toMatchObject({ uuid: known, feedUrl: rss.query });
  } finally {
    await rss.close();
  }
});

it('asks for a feed once while somebody pages through it', async () => {
  const rss = await openRss();
  try {
    const [series] = await rss.provider.search(rss.query);
    await rss.provider.episodes(series!, 3, 3);
    expect(rss.asked()).toBe(1);
  } finally {
    await rss.close();
  }
});

it('searches by name among the feeds of a list, also those that cannot be read', async () => {
  const rss = await openRss();
  const feeds = [
    { title: 'Radio by the sea', feedUrl: rss.query },
    { title: 'Silent radio', feedUrl: 'http://127.0.0.1:1/feed' },
    { title: null, feedUrl: 'https://a.example/feed' },
  ];
  const listing = rss.listing(async () => ({ feeds, leftOut: [] }));
  try {
    expect(await listing.search('RADIO')).toMatchObject([
      { name: 'Loopback Radio', episodeCount: 9 },
      { name: 'Silent radio', feedUrl: 'http://127.0.0.1:1/feed', episodeCount: null },
    ]);
    expect(await listing.search('sea shore')).toEqual([]);
    await expect(rss.provider.search('radio')).rejects.toMatchObject({ code: 'invalid' });
  } finally {
    await rss.close();
  }
});

async function openRss(
  known: string | null = null,
): Promise<TestedProvider & { asked(): number; listing(list: () => Promise<FeedList>): RssProvider }> {
  let status: number | null = null;
  let asked = 0;
  const server = await serve((_request, response) => {
    asked++;
    response.writeHead(status ?? 200, { 'content-type': status ? 'text/html' : 'application/rss+xml' });
    response.end(status ? '<html><body>Sorry</body></html>' : feed);
  });
  const fetcher = createFetcher({ allowPrivate: true, userAgent: 'Earmark/0' });
  const parsing = new Parsing(() => {});
  const fresh = () => new RssProvider({ fetcher, parsing }, async () => known);

  return {
    provider: fresh(),
    query: `${server.url}/feed`,
    answerWith: (next) => void (status = next),
    fresh,
    asked: () => asked,
    listing: (list) => new RssProvider({ fetcher, parsing }, async () => known, list),
    close: async () => {
      await fetcher.close();
      await parsing.onModuleDestroy();
      await server.close();
    },
  };
}

const feed = channel(
  '<title>Loopback Radio</title><itunes:category text="News"/>',
  Array.from({ length: 9 }, (_, index) =>
    item({
      guid: `g${index}`,
      url: `https://a.example/${index}.mp3`,
      date: `${20 - index} Nov 2026 10:30:00 GMT`,
      more: `<podcast:transcript url="/${index}.vtt" type="text/vtt"/>`,
    }),
  ).join(''),
);
