import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DirectoryEpisodesAnswer, SearchSeriesAnswer } from '@earmark/contracts/series';
import type { Administrator } from './product.ts';

/** A web server on this machine with a feed of every name: one episode, no image, no transcript. */
export interface Publisher {
  /** The administrator looks up the feed of this name and adds its series. Resolves to the series' uuid. */
  addSeries(admin: Administrator, name: string): Promise<string>;
  /** Adds the one episode of an added series. Resolves to its uuid; the title is that of `episodeOf`. */
  addEpisode(admin: Administrator, seriesUuid: string): Promise<string>;
  stop(): void;
}

export const episodeOf = (name: string): string => `${name}, the first night`;

export async function startPublisher(): Promise<Publisher> {
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1));
    response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(feedOf(name));
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
      const { episodes } = await admin.read(`/api/admin/rss/episodes/${podcastId}`, DirectoryEpisodesAnswer);
      const [episodeData] = episodes;
      if (episodeData === undefined) throw new Error('the feed has no episode');
      await admin.post('/api/admin/add-episode', { episodeData, podcastId });

      return episodeData.uuid;
    },
    stop: () => server.close(),
  };
}

const feedOf = (name: string): string => `<?xml version="1.0" encoding="UTF-8"?>
  <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
    <title>${name}</title><link>https://publisher.example/</link><language>en</language>
    <description>Who is awake, and why.</description><itunes:author>Ama Quaye</itunes:author>
    <item><title>${episodeOf(name)}</title><guid>${name} 1</guid><pubDate>Fri, 06 Mar 2026 22:00:00 GMT</pubDate>
      <enclosure url="https://publisher.example/1.mp3" length="1" type="audio/mpeg"/></item>
  </channel></rss>`;
