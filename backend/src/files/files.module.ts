import { join } from 'node:path';
import { Module } from '@nestjs/common';
import type { Config } from '../config.ts';
import { CONFIG } from '../kit/core.ts';
import { FILE_STORE, type FileStore } from './file-store.ts';
import { ReadStoredFileHandler, VerifyStoredFileHandler } from './files.handler.ts';
import { FolderStore } from './folder.store.ts';

@Module({
  providers: [
    ReadStoredFileHandler,
    VerifyStoredFileHandler,
    {
      provide: FILE_STORE,
      inject: [CONFIG],
      useFactory: ({ DATA_DIR }: Config): FileStore => new FolderStore(join(DATA_DIR, 'files')),
    },
  ],
  exports: [FILE_STORE],
})
export class FilesModule {}
