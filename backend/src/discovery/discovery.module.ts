import { Module } from '@nestjs/common';
import { ModelsModule } from '../models/models.module.ts';
import { CandidatesController } from './candidates.controller.ts';
import { Evidence } from './evidence.ts';
import { BuiltInFinder } from './finding/built-in-finder.ts';
import { DiscoverEntitiesHandler } from './finding/discover-entities.handler.ts';
import { KnownNames } from './finding/known-names.ts';
import { RecordCandidatesHandler } from './record-candidates.handler.ts';

@Module({
  imports: [ModelsModule],
  controllers: [CandidatesController],
  providers: [RecordCandidatesHandler, Evidence, DiscoverEntitiesHandler, BuiltInFinder, KnownNames],
})
export class DiscoveryModule {}
