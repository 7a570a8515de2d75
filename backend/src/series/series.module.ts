import { Module } from '@nestjs/common';
import { DirectoriesModule } from '../directories/directories.module.ts';
import { EpisodeImport } from './episode-import.ts';
import { FeedStates } from './feed-states.ts';
import { ImportFeedHandler } from './import-feed.handler.ts';
import { NewSeries } from './new-series.ts';
import { OfferedTranscripts } from './offered-transcripts.ts';
import { PodcastSearchController } from './podcast-search.controller.ts';
import { RemovalController } from './removal.controller.ts';
import { SeriesImport } from './series-import.ts';
import { SeriesController } from './series.controller.ts';
import { ChangeSeriesHandler } from './series.handler.ts';
import { WholeFeedImport } from './whole-feed-import.ts';

@Module({
  imports: [DirectoriesModule],
  controllers: [PodcastSearchController, SeriesController, RemovalController],
  providers: [
    ChangeSeriesHandler,
    ImportFeedHandler,
    NewSeries,
    SeriesImport,
    EpisodeImport,
    WholeFeedImport,
    OfferedTranscripts,
    FeedStates,
  ],
  exports: [FeedStates],
})
export class SeriesModule {}
