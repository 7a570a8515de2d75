import { join } from 'node:path';
import { Module } from '@nestjs/common';
import type { Config } from '../config.ts';
import { CONFIG } from '../kit/core.ts';
import { FILE_STORE, type FileStore } from './file-store.ts';
import { ReadStoredFileHandler, VerifyStoredFileHandler } from './files.handler.ts';
import { FolderStore } from './folder.store.ts';
import { s3PlaceOf } from './s3-place.ts';

@Module({
  providers: [
    ReadStoredFileHandler,
    VerifyStoredFileHandler,
    {
      provide: FILE_STORE,
      inject: [CONFIG],
      useFactory: fileStoreOf,
    },
  ],
  exports: [FILE_STORE],
})
export class FilesModule {}

async function fileStoreOf(config: Config): Promise<FileStore> {
  const { DATA_DIR, FILES_URL, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (FILES_URL === null) return new FolderStore(join(DATA_DIR, 'files'));
  const session = config.AWS_SESSION_TOKEN === null ? {} : { sessionToken: config.AWS_SESSION_TOKEN };
  const hasKeys = accessKeyId !== null && secretAccessKey !== null;

  // Its client is large, and most servers have no use for it.
  const { S3Store } = await import('./s3.store.ts');

  return new S3Store(s3PlaceOf(FILES_URL), join(DATA_DIR, 'files', 'incoming'), {
    credentials: hasKeys ? { accessKeyId, secretAccessKey, ...session } : null,
  });
}
