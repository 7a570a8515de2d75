import { open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, codeOf } from './embedded-postgres.error.ts';
import { findProcess, workingFolder } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** The server that `postmaster.pid` tells of. */
export interface Postmaster {
  readonly process: ProcessIdentity;
  readonly port: number;
}

const FILE = 'postmaster.pid';

/**
 * The living server of these data, null when there is none. A server that starts or stops counts as living.
 * Throws EmbeddedPostgresError when the file came with a copy of a folder in use, whose data may be torn.
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
 * Lets a server start although the number in a left-over file belongs to another process by now, as happens in
 * containers. Postgres takes no notice of the number of its own parent, which we are about to be; the rest of the file
 * stays, for with it Postgres makes sure that no child of the old server still writes. An empty file, which Postgres
 * would take for another server's, goes. Call it only when findPostmaster knows of none.
 */
export async function disownPidFile(data: string): Promise<void> {
  const path = join(data, FILE);
  const text = await readPresent(path);
  if (text === null) return;
  if (text.trim() === '') return rm(path);

  const [pid = '', ...rest] = text.split('\n');
  // Written in place and no shorter, so that there is no moment at which the file is empty and none with two ends.
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
