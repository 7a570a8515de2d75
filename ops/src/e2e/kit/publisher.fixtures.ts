import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DirectoryEpisodesAnswer, SearchSeriesAnswer } from '@earmark/contracts/series';
import type { Administrator } from './product.ts';

/** A web server on this machine with a feed of every name, without images and transcripts. */
export interface Publisher {
  /** The administrator looks up the feed of this name and adds its series. Resolves to the series' uuid. */
  addSeries(admin: Administrator, name: string): Promise<string>;
  /** Adds the first episode of an added series. Resolves to its uuid; the title is that of `episodeOf`. */
  addEpisode(admin: Administrator, seriesUuid: string): Promise<string>;
  /** Adds the first so many episodes of an added series. Resolves to their uuids. */
  addEpisodes(admin: Administrator, seriesUuid: string, count: number): Promise<string[]>;
  stop(): void;
}

export const episodeOf = (name: string): string => `${name}, the first night`;

/** Each of its feeds has so many episodes. */
export const startPublisher = (episodes = 1): Promise<Publisher> => serve((name) => feedOf(name, episodes));

/** A publisher of this one feed, whatever name it is asked for. */
export const serveFeed = (feed: Buffer): Promise<Publisher> => serve(() => feed);

async function serve(feedOfName: (name: string) => string | Buffer): Promise<Publisher> {
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1));
    response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(feedOfName(name));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    addSeries: async (admin, name) => {
      const feed = encodeURIComponent(`http://127.0.0.1:${port}/${encodeURIComponent(name)}`);
      const { results } = await admin.read(`/api/admin/search-series?q=${feed}`, SearchSeriesAnswer);
      const [found] = results;
      if (found === undefined) throw new Error(`the feed of ${name} was not found`);
      await admin.post('/api/admin/add-series', { podcastData: found });

      return found.uuid;
    },
    addEpisode: async (admin, podcastId) => {
      const [uuid] = await add(admin, podcastId, 1);
      if (uuid === undefined) throw new Error('the feed has no episode');

      return uuid;
    },
    addEpisodes: add,
    stop: () => server.close(),
  };
}

const AT_ONCE = 25;

/** Adds the first so many episodes of the feed. */
async function add(admin: Administrator, podcastId: string, count: number): Promise<string[]> {
  const added: string[] = [];
  while (added.length < count) {
    const limit = Math.min(AT_ONCE, count - added.length);
    const page = `/api/admin/rss/episodes/${podcastId}?limit=${limit}&offset=${added.length}`;
    const { episodes } = await admin.read(page, DirectoryEpisodesAnswer);
    if (episodes.length === 0) return added;
    await Promise.all(episodes.map((episodeData) => admin.post('/api/admin/add-episode', { episodeData, podcastId })));
    added.push(...episodes.map(({ uuid }) => uuid));
  }

  return added;
}

const feedOf = (name: string, episodes: number): string => `<?xml version="1.0" encoding="UTF-8"?>
  <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
    <title>${name}</title><link>https://publisher.example/</link><language>en</language>
    <description>Who is awake, and why.</description><itunes:author>Ama Quaye</itunes:author>
    ${Array.from({ length: episodes }, (_, index) => itemOf(name, index + 1)).join('')}
  </channel></rss>`;

const itemOf = (name: string, number: number): string => `<item>
  <title>${number === 1 ? episodeOf(name) : `${name}, night ${number}`}</title><guid>${name} ${number}</guid>
  <pubDate>Fri, 06 Mar 2026 22:00:00 GMT</pubDate>
  <enclosure url="https://publisher.example/${number}.mp3" length="1" type="audio/mpeg"/></item>`;
