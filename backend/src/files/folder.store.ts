import { mkdir, open, rename, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileRef } from '@earmark/contracts/files';
import { isMissing } from '../kit/file-error.ts';
import { Rejected } from '../kit/rejected.ts';
import { checked, fileDamaged, fileMissing, nameOf, type Content, type FileStore } from './file-store.ts';
import { Spool } from './spool.ts';

/** Files in a folder, each below the first two digits of its name. */
export class FolderStore implements FileStore {
  readonly place: string;
  private readonly spool: Spool;

  constructor(private readonly folder: string) {
    this.place = `the folder ${folder}`;
    this.spool = new Spool(join(folder, 'incoming'));
  }

  async put(content: Content | Iterable<Uint8Array>, contentType: string): Promise<FileRef> {
    return this.spool.hold(content, contentType, async (file, path) => {
      const target = this.pathOf(file);
      if (await this.has(file)) return file;
      await mkdir(dirname(target), { recursive: true });
      // Complete and on the disk, so that a crash leaves the whole file or none.
      await rename(path, target);
      await syncFolder(dirname(target));
      return file;
    });
  }

  async get(file: FileRef): Promise<Content> {
    const handle = await this.open(file);
    const { size } = await handle.stat();
    if (size !== file.bytes) {
      await handle.close();
      throw fileDamaged(file, this.place);
    }

    return checked(handle.createReadStream(), file, this.place);
  }

  async has(file: FileRef): Promise<boolean> {
    try {
      const { size } = await stat(this.pathOf(file));
      if (size !== file.bytes) throw fileDamaged(file, this.place);

      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async check(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
  }

  private async open(file: FileRef): Promise<FileHandle> {
    try {
      return await open(this.pathOf(file), 'r');
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (await this.isGone())
        throw new Rejected('upstream-unavailable', `The folder of stored files, ${this.folder}, is not there.`);
      throw fileMissing(file, this.place);
    }
  }

  /** Such as when its disk is not mounted: then nothing is known about a file. */
  private async isGone(): Promise<boolean> {
    try {
      await stat(this.folder);
      return false;
    } catch (error) {
      if (isMissing(error)) return true;
      throw error;
    }
  }

  private pathOf(file: FileRef): string {
    return join(this.folder, nameOf(file));
  }
}

/** Makes the new name last, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
