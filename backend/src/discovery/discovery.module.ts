import { Module } from '@nestjs/common';
import { ModelsModule } from '../models/models.module.ts';
import { RecountsModule } from '../recounts/recounts.module.ts';
import { BatchProcess } from './batch.process.ts';
import { BatchStreams } from './batch-streams.ts';
import { CancelDiscoveryBatchHandler, StartDiscoveryBatchHandler } from './batch.handler.ts';
import { BatchesController } from './batches.controller.ts';
import { CandidatesController } from './candidates.controller.ts';
import { DecideCandidatesHandler } from './decide-candidates.handler.ts';
import { DecisionsController } from './decisions.controller.ts';
import { Effects } from './effect.ts';
import { Evidence } from './evidence.ts';
import { BuiltInFinder } from './finding/built-in-finder.ts';
import { DiscoverCommand } from './finding/discover.command.ts';
import { DiscoverEntitiesHandler } from './finding/discover-entities.handler.ts';
import { KnownNames } from './finding/known-names.ts';
import { FinishDecisions } from './finish-decisions.ts';
import { FollowingDecisions } from './following-decisions.ts';
import { IgnoredNamesController } from './ignored-names.controller.ts';
import { Initials } from './initials.ts';
import { RecordCandidatesHandler } from './record-candidates.handler.ts';
import { ReviewQueue } from './review-queue.ts';
import { SiteCounts } from './site-counts.ts';
import { UnignoreNameHandler } from './unignore-name.handler.ts';

@Module({
  imports: [ModelsModule, RecountsModule],
  controllers: [CandidatesController, DecisionsController, IgnoredNamesController, BatchesController],
  providers: [
    RecordCandidatesHandler,
    DecideCandidatesHandler,
    FollowingDecisions,
    FinishDecisions,
    StartDiscoveryBatchHandler,
    CancelDiscoveryBatchHandler,
    BatchProcess,
    BatchStreams,
    Effects,
    Evidence,
    Initials,
    ReviewQueue,
    SiteCounts,
    UnignoreNameHandler,
    DiscoverEntitiesHandler,
    DiscoverCommand,
    BuiltInFinder,
    KnownNames,
  ],
})
export class DiscoveryModule {}
