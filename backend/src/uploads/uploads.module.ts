import { Module } from '@nestjs/common';
import { AssistantIndex } from './assistant-index.ts';
import { LeftoverFiles } from './leftover-files.ts';
import { RemovedEpisodes } from './removed-episodes.ts';
import { UploadBatches } from './upload-batches.ts';
import { UploadCommand } from './upload.command.ts';
import { UploadProgress } from './upload-progress.ts';
import { UploadIntegration } from './upload-integration.ts';
import { UploadWaiter } from './upload-waiter.ts';
import { UploadsController } from './uploads.controller.ts';
import {
  InitializeIndexHandler,
  RemoveUploadHandler,
  RequestUploadHandler,
  RestoreUploadHandler,
} from './uploads.handler.ts';
import { UploadsProcess } from './uploads.process.ts';

@Module({
  controllers: [UploadsController],
  providers: [
    RequestUploadHandler,
    RemoveUploadHandler,
    RestoreUploadHandler,
    InitializeIndexHandler,
    AssistantIndex,
    LeftoverFiles,
    UploadsProcess,
    RemovedEpisodes,
    UploadBatches,
    UploadProgress,
    UploadWaiter,
    UploadIntegration,
    UploadCommand,
  ],
  exports: [AssistantIndex],
})
export class UploadsModule {}
