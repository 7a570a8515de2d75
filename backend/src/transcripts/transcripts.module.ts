import { Module } from '@nestjs/common';
import { TranscriptsController } from './transcripts.controller.ts';
import { TranscriptsHandler } from './transcripts.handler.ts';

@Module({
  controllers: [TranscriptsController],
  providers: [TranscriptsHandler],
  exports: [TranscriptsHandler],
})
export class TranscriptsModule {}
