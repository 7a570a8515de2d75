import { Module } from '@nestjs/common';
import { ModelsModule } from '../models/models.module.ts';
import { CandidatesController } from './candidates.controller.ts';
import { DecideCandidatesHandler } from './decide-candidates.handler.ts';
import { DecisionsController } from './decisions.controller.ts';
import { Evidence } from './evidence.ts';
import { BuiltInFinder } from './finding/built-in-finder.ts';
import { DiscoverCommand } from './finding/discover.command.ts';
import { DiscoverEntitiesHandler } from './finding/discover-entities.handler.ts';
import { KnownNames } from './finding/known-names.ts';
import { FinishDecisions } from './finish-decisions.ts';
import { FollowingDecisions } from './following-decisions.ts';
import { RecordCandidatesHandler } from './record-candidates.handler.ts';

@Module({
  imports: [ModelsModule],
  controllers: [CandidatesController, DecisionsController],
  providers: [
    RecordCandidatesHandler,
    DecideCandidatesHandler,
    FollowingDecisions,
    FinishDecisions,
    Evidence,
    DiscoverEntitiesHandler,
    DiscoverCommand,
    BuiltInFinder,
    KnownNames,
  ],
})
export class DiscoveryModule {}
