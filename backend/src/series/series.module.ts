import { Module } from '@nestjs/common';
import { Directory } from './directory.ts';
import { PodcastSearchController } from './podcast-search.controller.ts';
import { SeriesController } from './series.controller.ts';
import { SeriesHandler } from './series.handler.ts';

@Module({
  controllers: [PodcastSearchController, SeriesController],
  providers: [Directory, SeriesHandler],
  exports: [SeriesHandler],
})
export class SeriesModule {}
