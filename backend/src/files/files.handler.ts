import { ReadStoredFile, VerifyStoredFile, type FileCheck } from '@earmark/contracts/files';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '../kit/commands.ts';
import { FILE_STORE, verifyFile, type Content, type FileStore } from './file-store.ts';

@CommandHandler(ReadStoredFile)
export class ReadStoredFileHandler implements Handles<ReadStoredFile> {
  constructor(@Inject(FILE_STORE) private readonly store: FileStore) {}

  async execute({ command: { file, signal } }: ReadStoredFile): Promise<{ content: Content }> {
    return { content: await this.store.get(file, signal) };
  }
}

@CommandHandler(VerifyStoredFile)
export class VerifyStoredFileHandler implements Handles<VerifyStoredFile> {
  constructor(@Inject(FILE_STORE) private readonly store: FileStore) {}

  async execute({ command: { file, signal } }: VerifyStoredFile): Promise<FileCheck> {
    return verifyFile(this.store, file, signal);
  }
}
