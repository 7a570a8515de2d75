import { Module } from '@nestjs/common';
import {
  ActivateTranscriptHandler,
  RecordTranscriptFileHandler,
  RecordTranscriptTextHandler,
} from './record-transcript.handler.ts';
import { TranscriptsController } from './transcripts.controller.ts';
import { SaveTranscriptHandler } from './transcripts.handler.ts';

@Module({
  controllers: [TranscriptsController],
  providers: [
    ActivateTranscriptHandler,
    RecordTranscriptTextHandler,
    RecordTranscriptFileHandler,
    SaveTranscriptHandler,
  ],
})
export class TranscriptsModule {}
