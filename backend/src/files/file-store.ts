import { createHash, type Hash } from 'node:crypto';
import type { FileCheck, FileRef } from '@earmark/contracts/files';
import { Rejected } from '../kit/rejected.ts';

/** Content as it is read or written, piece by piece. */
export type Content = AsyncIterable<Uint8Array>;

/**
 * Keeps files by the SHA-256 of their content: the same content is stored once, and nothing is overwritten. Throws
 * Rejected, with a code of PASSING_ERRORS while the store cannot be reached.
 */
export interface FileStore {
  /** Where files are kept, as people call it. */
  readonly place: string;
  put(content: Content | Iterable<Uint8Array>, contentType: string): Promise<FileRef>;
  /** Fails at its end with `file-damaged` when this is not what was stored. Throws `file-missing`. */
  get(file: FileRef, signal?: AbortSignal): Promise<Content>;
  has(file: FileRef, signal?: AbortSignal): Promise<boolean>;
  /** Throws when the store cannot be used. */
  check(): Promise<void>;
}

export const FILE_STORE = Symbol('FILE_STORE');

export const nameOf = ({ sha256 }: FileRef): string => `${sha256.slice(0, 2)}/${sha256}`;

export const fileMissing = ({ sha256 }: FileRef, place: string): Rejected =>
  new Rejected('file-missing', `The stored file ${sha256} is not in ${place}.`);
export const fileDamaged = ({ sha256 }: FileRef, place: string): Rejected =>
  new Rejected('file-damaged', `The stored file ${sha256} in ${place} is damaged: restore it from a backup.`);

/** Passes content on and compares it with the name of its file at the end. */
export async function* checked(content: Content, file: FileRef, place: string): Content {
  const hash = createHash('sha256');
  yield* counted(content, hash, () => {});
  if (hash.digest('hex') !== file.sha256) throw fileDamaged(file, place);
}

/** Passes content on; `onBytes` gets the size of every piece. */
export async function* counted(
  content: Content | Iterable<Uint8Array>,
  hash: Hash,
  onBytes: (bytes: number) => void,
): Content {
  for await (const piece of content) {
    hash.update(piece);
    onBytes(piece.length);
    yield piece;
  }
}

export async function verifyFile(store: FileStore, file: FileRef, signal?: AbortSignal): Promise<FileCheck> {
  let bytes = 0;
  try {
    for await (const piece of await store.get(file, signal)) bytes += piece.length;
  } catch (error) {
    if (!(error instanceof Rejected) || (error.code !== 'file-missing' && error.code !== 'file-damaged')) throw error;
    return { state: error.code === 'file-missing' ? 'missing' : 'damaged', sentence: error.message };
  }

  return { state: 'intact', sentence: `The file is as it was stored: ${bytes} bytes in ${store.place}.` };
}
