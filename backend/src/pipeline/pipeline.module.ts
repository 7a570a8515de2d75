import { Module } from '@nestjs/common';
import { BulkRunsController } from './bulk-runs.controller.ts';
import { BulkRuns } from './bulk-runs.ts';
import { EpisodeProcessingController } from './episode-processing.controller.ts';
import { FinishingSteps } from './finishing-steps.ts';
import { PipelineController } from './pipeline.controller.ts';
import { ProcessNewEpisodesHandler } from './new-episodes.handler.ts';
import { CancelRunHandler, RetryRunHandler, StartRunHandler } from './pipeline.handler.ts';
import { PipelineProcess } from './pipeline.process.ts';
import { ProcessCommand } from './process.command.ts';
import { PipelineSteps } from './pipeline-steps.ts';
import { ProcessingController } from './processing.controller.ts';
import { RunStreams } from './run-streams.ts';
import { TranscriptionSteps } from './transcription-steps.ts';

@Module({
  controllers: [ProcessingController, BulkRunsController, PipelineController, EpisodeProcessingController],
  providers: [
    StartRunHandler,
    CancelRunHandler,
    RetryRunHandler,
    ProcessNewEpisodesHandler,
    PipelineProcess,
    PipelineSteps,
    TranscriptionSteps,
    FinishingSteps,
    BulkRuns,
    RunStreams,
    ProcessCommand,
  ],
})
export class PipelineModule {}
