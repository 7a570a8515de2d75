import type { DirectoryName } from '@earmark/contracts/series';
import { readConfig } from '../config.ts';
import { createFetcher } from '../feeds/fetcher.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { openStubs, type Stubs } from '../testing/stubs/stubs.ts';
import { ItunesProvider } from './itunes.provider.ts';
import { PodcastIndexProvider } from './podcastindex.provider.ts';
import { RssProvider } from './rss.provider.ts';
import { TaddyProvider } from './taddy.provider.ts';

type ServiceName = Exclude<DirectoryName, 'rss'>;
export interface Providers {
  readonly stubs: Stubs;
  readonly make: {
    readonly taddy: (settings?: Record<string, string>) => TaddyProvider;
    readonly itunes: () => ItunesProvider;
    readonly podcastindex: (settings?: Record<string, string>) => PodcastIndexProvider;
  };
  readonly close: () => Promise<void>;
}

/** Where the stub of each service answers searches. */
export const SEARCH_PATH: Readonly<Record<ServiceName, string>> = {
  taddy: '/taddy',
  itunes: '/itunes/search',
  podcastindex: '/pi/api/1.0/search/byterm',
};

/** New providers of the services, which keep and wait for nothing, beside their stubs. */
export async function openProviders(): Promise<Providers> {
  const stubs = await openStubs();
  const fetcher = createFetcher({ allowPrivate: true, userAgent: 'Earmark/0', totalTimeoutMs: 800 });
  const parsing = new Parsing(() => {});
  const feeds = () => new RssProvider({ fetcher, parsing }, async () => null);
  const config = (settings: Record<string, string> = {}) => readConfig({ ...stubs.environment, ...settings });
  const options = { waitsMs: [0, 0] };

  return {
    stubs,
    make: {
      taddy: (settings) => new TaddyProvider(config(settings), fetcher, feeds(), options),
      itunes: () => new ItunesProvider(config(), fetcher, feeds(), options),
      podcastindex: (settings) => new PodcastIndexProvider(config(settings), fetcher, feeds(), options),
    },
    close: async () => {
      await fetcher.close();
      await parsing.onModuleDestroy();
      await stubs.close();
    },
  };
}
