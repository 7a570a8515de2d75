import { readFile, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { codeOf } from '../postgres/embedded-postgres.error.ts';

/** Held in memory by Linux: databases are made, copied and dropped there in two thirds of the time. */
const MEMORY = '/dev/shm';
/** Three times what a run uses at most. */
const ROOM_BYTES = 2 * 1024 ** 3;

/** The folders that test runs may use, the one for a new run first. TMPDIR names the only one. */
export async function fastFolders(): Promise<string[]> {
  if (process.env.TMPDIR !== undefined || !(await canRunPrograms())) return [tmpdir()];

  return (await hasRoom()) ? [MEMORY, tmpdir()] : [tmpdir(), MEMORY];
}

/** Specs write programs and run them, which many containers forbid there. */
async function canRunPrograms(): Promise<boolean> {
  try {
    const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
    const options = mounts.findLast(([, place]) => place === MEMORY)?.[3]?.split(',') ?? ['noexec'];

    return !options.includes('noexec') && !options.includes('ro');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

async function hasRoom(): Promise<boolean> {
  const { bavail, bsize } = await statfs(MEMORY);

  return Math.min(bavail * bsize, freemem()) >= ROOM_BYTES;
}
