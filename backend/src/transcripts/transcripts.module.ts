import { Module } from '@nestjs/common';
import { MapSpeakersHandler, VerifyTimestampsHandler } from './pipeline-steps.handler.ts';
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
    MapSpeakersHandler,
    VerifyTimestampsHandler,
  ],
})
export class TranscriptsModule {}
