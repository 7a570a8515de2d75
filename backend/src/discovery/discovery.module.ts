import { Module } from '@nestjs/common';
import { CandidatesController } from './candidates.controller.ts';
import { Evidence } from './evidence.ts';
import { RecordCandidatesHandler } from './record-candidates.handler.ts';

@Module({
  controllers: [CandidatesController],
  providers: [RecordCandidatesHandler, Evidence],
})
export class DiscoveryModule {}
