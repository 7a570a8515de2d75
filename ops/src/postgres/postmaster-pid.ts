import { open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, codeOf } from './embedded-postgres.error.ts';
import { findProcess, workingFolder } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** The server described by `postmaster.pid`. */
export interface Postmaster {
  readonly process: ProcessIdentity;
  readonly port: number;
}

const FILE = 'postmaster.pid';

/**
 * The running server of this data; null when there is none. A server starting or stopping counts as running.
 * Throws EmbeddedPostgresError when the file came with a copy of a folder in use, which may be inconsistent.
 */
export async function findPostmaster(data: string): Promise<Postmaster | null> {
  const text = await readPresent(join(data, FILE));
  const lines = text?.split('\n') ?? [];
  const found = await findProcess(Number(lines[0]));
  if (found === null || !found.command.includes('postgres')) return null;

  const folder = await workingFolder(found.pid);
  if (folder === null) return null;
  if (await isSameFolder(folder, data)) return { process: found, port: Number(lines[3]) };
  if ((await readPresent(join(folder, FILE))) !== text) return null;

  throw new EmbeddedPostgresError(
    `${data} was copied while Postgres worked on the original (process ${found.pid}), so the copy may be broken; stop Earmark there and copy it again.`,
  );
}

/**
 * Lets a server start although the pid in a stale file now belongs to another process, as happens in
 * containers. Postgres ignores the pid of its own parent, which we are about to be; the rest of the file
 * stays, because Postgres uses it to check that no child of the old server still writes. An empty file, which Postgres
 * would attribute to another server, is removed. Call it only when findPostmaster finds none.
 */
export async function disownPidFile(data: string): Promise<void> {
  const path = join(data, FILE);
  const text = await readPresent(path);
  if (text === null) return;
  if (text.trim() === '') return rm(path);

  const [pid = '', ...rest] = text.split('\n');
  // Written in place without truncation, so that the file is never empty or inconsistent.
  const file = await open(path, 'r+');
  try {
    await file.writeFile([String(process.pid).padStart(pid.length), ...rest].join('\n'));
  } finally {
    await file.close();
  }
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [left, right] = await Promise.all([stat(one), stat(other)]);
  return left.dev === right.dev && left.ino === right.ino;
}

async function readPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
