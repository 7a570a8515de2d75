import { Module } from '@nestjs/common';
import { RecordTranscriptFileHandler, RecordTranscriptTextHandler } from './record-transcript.handler.ts';
import { TranscriptsController } from './transcripts.controller.ts';
import { SaveTranscriptHandler } from './transcripts.handler.ts';

@Module({
  controllers: [TranscriptsController],
  providers: [RecordTranscriptTextHandler, RecordTranscriptFileHandler, SaveTranscriptHandler],
})
export class TranscriptsModule {}
