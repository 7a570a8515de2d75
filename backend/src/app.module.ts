import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { AccountsModule } from './accounts/accounts.module.ts';
import { EntitiesController } from './entities/entities.controller.ts';
import { EntitiesHandler } from './entities/entities.handler.ts';
import { EntityPageController } from './entities/entity-page.controller.ts';
import { DescriptionController } from './episodes/description.controller.ts';
import { EpisodeListController } from './episodes/episode-list.controller.ts';
import { EpisodesHandler } from './episodes/episodes.handler.ts';
import { MomentsController } from './episodes/moments.controller.ts';
import { PastPages } from './episodes/past-pages.ts';
import { ReadingController } from './episodes/reading.controller.ts';
import { ExportController } from './export/export.controller.ts';
import { HealthController } from './health/health.controller.ts';
import { Readiness } from './health/readiness.ts';
import { HistoryController } from './history/history.controller.ts';
import { HistoryHandler } from './history/history.handler.ts';
import { LiveFeedController } from './history/live-feed.controller.ts';
import { LiveFeed } from './history/live-feed.ts';
import { AsOfInterceptor } from './kit/as-of.interceptor.ts';
import { Checkpoints } from './kit/checkpoints.ts';
import { PG_POOL } from './kit/pg.ts';
import { ProblemFilter } from './kit/problem.filter.ts';
import { Streams } from './kit/streams.ts';
import { ProjectionsController } from './projections/projections.controller.ts';
import { Ledger } from './mentions/ledger.ts';
import { WhyController } from './mentions/why.controller.ts';
import { RecountsController } from './recounts/recounts.controller.ts';
import { RecountsHandler } from './recounts/recounts.handler.ts';
import { Directory } from './series/directory.ts';
import { PodcastSearchController } from './series/podcast-search.controller.ts';
import { SeriesController } from './series/series.controller.ts';
import { SeriesHandler } from './series/series.handler.ts';
import type { Services } from './services.ts';
import { TranscriptsController } from './transcripts/transcripts.controller.ts';
import { TranscriptsHandler } from './transcripts/transcripts.handler.ts';
import { VocabularyController } from './vocabulary/vocabulary.controller.ts';
import { VocabularyHandler } from './vocabulary/vocabulary.handler.ts';

@Global()
@Module({})
class ServicesModule {}

@Module({})
export class AppModule {
  /** The HTTP face of the services. */
  static of(services: Services, feed: LiveFeed, readiness: Readiness): DynamicModule {
    const providers = [
      { provide: PG_POOL, useValue: services.pool },
      { provide: Streams, useValue: services.streams },
      { provide: Checkpoints, useValue: services.checkpoints },
      { provide: Directory, useValue: services.directory },
      { provide: SeriesHandler, useValue: services.series },
      { provide: PastPages, useValue: services.pastPages },
      { provide: EpisodesHandler, useValue: services.episodes },
      { provide: TranscriptsHandler, useValue: services.transcripts },
      { provide: VocabularyHandler, useValue: services.vocabulary },
      { provide: EntitiesHandler, useValue: services.entities },
      { provide: RecountsHandler, useValue: services.recounts },
      { provide: HistoryHandler, useValue: services.history },
      { provide: Ledger, useValue: services.ledger },
      { provide: LiveFeed, useValue: feed },
      { provide: Readiness, useValue: readiness },
    ];

    return {
      module: AppModule,
      imports: [
        { module: ServicesModule, providers, exports: providers.map(({ provide }) => provide) },
        AccountsModule,
      ],
      controllers: [
        HealthController,
        // Their paths with "search" come before those with a podcast's or an episode's name.
        PodcastSearchController,
        EpisodeListController,
        ReadingController,
        DescriptionController,
        ExportController,
        MomentsController,
        LiveFeedController,
        ProjectionsController,
        HistoryController,
        SeriesController,
        TranscriptsController,
        VocabularyController,
        EntitiesController,
        EntityPageController,
        WhyController,
        RecountsController,
      ],
      providers: [
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_INTERCEPTOR, useClass: AsOfInterceptor },
      ],
    };
  }
}
