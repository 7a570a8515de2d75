import { mkdir, readdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './embedded-postgres.error.ts';
import { isAlive, newOwnerName, ownerOf } from './owner-name.ts';

const LOCK = 'lock';
const CANDIDATE = 'lock.';
const RETRY_MS = 25;

/**
 * Runs the work while holding the lock of this folder; waits for its turn.
 *
 * The lock is a folder with one file, named after its owner. A folder can be renamed over an empty folder only, so one
 * candidate wins; and only the file with a dead owner's name is removed, which never affects a new owner.
 * `onWait` receives the pid of the holder, once per holder.
 */
export async function withFolderLock<Result>(
  folder: string,
  onWait: (pid: number) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const name = await newOwnerName();
  const candidate = join(folder, CANDIDATE + name);
  await mkdir(candidate);
  await writeFile(join(candidate, name), '');
  await acquire(folder, candidate, onWait);
  try {
    await sweepCandidates(folder);
    return await work();
  } finally {
    await unlink(join(folder, LOCK, name));
  }
}

async function acquire(folder: string, candidate: string, onWait: (pid: number) => void): Promise<void> {
  let reported: number | null = null;
  while (!(await renamedOver(candidate, join(folder, LOCK)))) {
    const holder = await holderOf(join(folder, LOCK));
    if (holder === null) continue;

    if (holder !== reported) onWait(holder);
    reported = holder;
    await sleep(RETRY_MS);
  }
}

async function renamedOver(candidate: string, lock: string): Promise<boolean> {
  try {
    await rename(candidate, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The running process that holds the lock; null, after removing a dead one's file, when there is none. */
async function holderOf(lock: string): Promise<number | null> {
  for (const name of await namesIn(lock)) {
    const owner = ownerOf(name);
    if (owner !== null && (await isAlive(owner))) return owner.pid;
    await rm(join(lock, name), { force: true });
  }
  return null;
}

async function sweepCandidates(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const owner = name.startsWith(CANDIDATE) ? ownerOf(name.slice(CANDIDATE.length)) : null;
    if (owner !== null && !(await isAlive(owner))) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** File names in a folder, none when the folder is absent. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}
