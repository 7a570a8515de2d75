import { readFile } from 'node:fs/promises';
import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { readFeedList } from '../feeds/feed-reading.ts';
import { FeedUnreadable } from '../feeds/feed-unreadable.ts';
import type { Fetcher } from '../feeds/fetcher.ts';
import type { FeedList } from '../feeds/opml.ts';
import { CONFIG, FETCHER } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { Rejected } from '../kit/rejected.ts';
import { DirectoriesController } from './directories.controller.ts';
import { Directories, findSeriesAt } from './directories.ts';
import { DirectoryIntegrations } from './directory-integrations.ts';
import { DirectoryChoices } from './directory-choices.ts';
import { ItunesProvider } from './itunes.provider.ts';
import { PodcastIndexProvider } from './podcastindex.provider.ts';
import { RssProvider } from './rss.provider.ts';
import { SearchCommand } from './search.command.ts';
import { SeenSeries } from './seen-series.ts';
import { TaddyProvider } from './taddy.provider.ts';

@Module({
  controllers: [DirectoriesController],
  providers: [
    Directories,
    SeenSeries,
    DirectoryIntegrations,
    SearchCommand,
    {
      provide: RssProvider,
      inject: [CONFIG, FETCHER, Parsing, PG_POOL],
      useFactory: ({ OPML_FILE: file }: Config, fetcher: Fetcher, parsing: Parsing, pool: Pool) =>
        new RssProvider(
          { fetcher, parsing },
          async (feedUrl) => findSeriesAt(pool, feedUrl),
          file === null ? null : async () => readListFile(parsing, file),
        ),
    },
    {
      provide: DirectoryChoices,
      inject: [CONFIG, FETCHER, RssProvider],
      useFactory: (config: Config, fetcher: Fetcher, rss: RssProvider) =>
        new DirectoryChoices(
          config.DIRECTORY_PROVIDER,
          new TaddyProvider(config, fetcher, rss),
          new PodcastIndexProvider(config, fetcher, rss),
          new ItunesProvider(config, fetcher, rss),
          rss,
        ),
    },
  ],
  exports: [Directories, DirectoryChoices, RssProvider, SeenSeries],
})
export class DirectoriesModule {}

async function readListFile(parsing: Parsing, file: string): Promise<FeedList> {
  try {
    return await readFeedList(parsing, await readFile(file));
  } catch (error) {
    const isFile = error instanceof Error && 'path' in error;
    if (!isFile && !(error instanceof FeedUnreadable)) throw error;
    throw new Rejected('not-configured', `The list of feeds in OPML_FILE could not be read: ${error.message}`);
  }
}
