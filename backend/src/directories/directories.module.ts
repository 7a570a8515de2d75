import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Fetcher } from '../feeds/fetcher.ts';
import { FETCHER } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { DirectoriesController } from './directories.controller.ts';
import { Directories, findSeriesAt } from './directories.ts';
import { RssProvider } from './rss.provider.ts';

@Module({
  controllers: [DirectoriesController],
  providers: [
    Directories,
    {
      provide: RssProvider,
      inject: [FETCHER, Parsing, PG_POOL],
      useFactory: (fetcher: Fetcher, parsing: Parsing, pool: Pool) =>
        new RssProvider({ fetcher, parsing }, async (feedUrl) => findSeriesAt(pool, feedUrl)),
    },
  ],
  exports: [Directories, RssProvider],
})
export class DirectoriesModule {}
