import { Command } from '../kit/command.ts';
import type { FileCheck, FileRef } from './values.ts';

export interface FileToRead {
  readonly file: FileRef;
  /** Ends the reading. */
  readonly signal?: AbortSignal;
}

/** Reads a stored file in full and compares it with its name. Refused while the store cannot be reached. */
export class VerifyStoredFile extends Command<FileToRead, FileCheck> {}

/**
 * The content of a stored file, checked while it is read: it fails at its end when it is not what was stored. Refused:
 * file-missing, file-damaged, and while the store cannot be reached.
 */
export class ReadStoredFile extends Command<FileToRead, { readonly content: AsyncIterable<Uint8Array> }> {}
