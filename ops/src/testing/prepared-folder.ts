import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namesIn, withFolderLock } from '../postgres/folder-lock.ts';

/**
 * A folder that is filled once per test run, on first use; others copy what they change. `fill` receives its
 * path and creates a data folder, `data`, in it.
 */
export async function preparedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), `prepared-${name}`);
  await alone(folder, async () => {
    if ((await namesIn(folder)).includes('ready')) return;
    // Left by an interrupted worker.
    await rm(join(folder, 'data'), { recursive: true, force: true });
    await fill(folder);
    await writeFile(join(folder, 'ready'), '');
  });

  return folder;
}

/** Runs work while no other worker of the run uses the same folder, which is created when absent. */
export async function alone<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(folder, { recursive: true });
  // Under root the database runs as another user, who must reach the data.
  await chmod(folder, 0o755);

  return withFolderLock(folder, () => undefined, work);
}
