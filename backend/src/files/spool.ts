import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileRef } from '@earmark/contracts/files';
import { isMissing } from '../kit/file-error.ts';
import { counted, type Content } from './file-store.ts';

/** What a crash left behind is removed then; nothing takes this long to write. */
const LEFT_BEHIND_MS = 24 * 3_600_000;

/** Content on its way into a store: on the disk, whole, and with its name known. */
export class Spool {
  private isTidy = false;

  constructor(private readonly folder: string) {}

  /** Writes the content to a temporary file, which `store` may move away, and removes it afterwards. */
  async hold<Result>(
    content: Content | Iterable<Uint8Array>,
    contentType: string,
    store: (file: FileRef, path: string) => Promise<Result>,
  ): Promise<Result> {
    await mkdir(this.folder, { recursive: true });
    if (!this.isTidy) await this.removeLeftBehind();
    const path = join(this.folder, randomUUID());
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      const handle = await open(path, 'wx');
      try {
        for await (const piece of counted(content, hash, (more) => (bytes += more))) await handle.writeFile(piece);
        await handle.sync();
      } finally {
        await handle.close();
      }

      return await store({ sha256: hash.digest('hex'), bytes, contentType }, path);
    } finally {
      await rm(path, { force: true });
    }
  }

  private async removeLeftBehind(): Promise<void> {
    this.isTidy = true;
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      if ((await ageMs(path)) > LEFT_BEHIND_MS) await rm(path, { force: true });
    }
  }
}

/** 0 when another server has just removed it. */
async function ageMs(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}
