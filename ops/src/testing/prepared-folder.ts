import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namesIn, withFolderLock } from '../postgres/folder-lock.ts';

/**
 * A folder that is filled once in a test run, by the first who needs it; the others copy what they change. `fill` gets its
 * path and puts a data folder, `data`, into it.
 */
export async function preparedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), `prepared-${name}`);
  await alone(folder, async () => {
    if ((await namesIn(folder)).includes('ready')) return;
    // Of one who was cut off.
    await rm(join(folder, 'data'), { recursive: true, force: true });
    await fill(folder);
    await writeFile(join(folder, 'ready'), '');
  });

  return folder;
}

/** Works while no other worker of the run does under the same folder, which is made when it is absent. */
export async function alone<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(folder, { recursive: true });
  // As root the database runs as another user, who must reach the data.
  await chmod(folder, 0o755);

  return withFolderLock(folder, () => undefined, work);
}
