import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { AccountsModule } from './accounts/accounts.module.ts';
import { AdditionsModule } from './additions/additions.module.ts';
import { AssistantModule } from './assistant/assistant.module.ts';
import { BackupModule } from './backup/backup.module.ts';
import { CarryOverModule } from './carry-over/carry-over.module.ts';
import { CoreModule, type Core } from './core.module.ts';
import { DirectoriesModule } from './directories/directories.module.ts';
import { DiscoveryModule } from './discovery/discovery.module.ts';
import { EntitiesModule } from './entities/entities.module.ts';
import { EpisodePageModule } from './episode-page/episode-page.module.ts';
import { EpisodesModule } from './episodes/episodes.module.ts';
import { ExportModule } from './export/export.module.ts';
import { FilesModule } from './files/files.module.ts';
import { FollowingModule } from './following/following.module.ts';
import { HealthModule } from './health/health.module.ts';
import { HistoryModule } from './history/history.module.ts';
import { ImportModule } from './import/import.module.ts';
import { AsOfInterceptor } from './kit/as-of.interceptor.ts';
import { ProblemFilter } from './kit/problem.filter.ts';
import { IntegrationsModule } from './integrations/integrations.module.ts';
import { LibraryModule } from './library/library.module.ts';
import { MentionsModule } from './mentions/mentions.module.ts';
import { ModelsModule } from './models/models.module.ts';
import { PipelineModule } from './pipeline/pipeline.module.ts';
import { ProjectionsModule } from './projections/projections.module.ts';
import { RecountsModule } from './recounts/recounts.module.ts';
import { SearchModule } from './search/search.module.ts';
import { SeriesModule } from './series/series.module.ts';
import { SpeechModule } from './speech/speech.module.ts';
import { TranscriptsModule } from './transcripts/transcripts.module.ts';
import { UploadsModule } from './uploads/uploads.module.ts';
import { NoiseModule } from './noise/noise.module.ts';
import { VocabularyModule } from './vocabulary/vocabulary.module.ts';

/**
 * The features. Express takes the first route that matches, so paths with "search" come before those with a parameter
 * there.
 */
const FEATURES = [
  AccountsModule,
  HealthModule,
  DirectoriesModule,
  SeriesModule,
  AdditionsModule,
  FollowingModule,
  EpisodesModule,
  EpisodePageModule,
  TranscriptsModule,
  CarryOverModule,
  VocabularyModule,
  NoiseModule,
  EntitiesModule,
  DiscoveryModule,
  MentionsModule,
  PipelineModule,
  UploadsModule,
  RecountsModule,
  HistoryModule,
  ProjectionsModule,
  SearchModule,
  AssistantModule,
  ExportModule,
  ImportModule,
  LibraryModule,
  BackupModule,
  FilesModule,
  SpeechModule,
  ModelsModule,
  IntegrationsModule,
];

@Module({})
export class AppModule {
  static of(core: Core): DynamicModule {
    return {
      module: AppModule,
      imports: [CoreModule.of(core), ...FEATURES],
      providers: [
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_INTERCEPTOR, useClass: AsOfInterceptor },
      ],
    };
  }
}
