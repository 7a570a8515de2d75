import { Module } from '@nestjs/common';
import { Directory } from './directory.ts';
import { PodcastSearchController } from './podcast-search.controller.ts';
import { SeriesController } from './series.controller.ts';
import { ChangeSeriesHandler } from './series.handler.ts';

@Module({
  controllers: [PodcastSearchController, SeriesController],
  providers: [Directory, ChangeSeriesHandler],
})
export class SeriesModule {}
