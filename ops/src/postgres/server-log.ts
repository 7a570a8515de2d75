import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

const LIMIT_BYTES = 10 * 1024 * 1024;
/** It may quote statements with what people wrote. */
const OWNER_ONLY = 0o600;
const TAIL_BYTES = 65_536;

/** Opens the log for a new server, emptying it when it exceeds 10 MB. */
export async function openLog(path: string): Promise<FileHandle> {
  const log = await open(path, 'a+', OWNER_ONLY);
  // One from an earlier version.
  await log.chmod(OWNER_ONLY);
  if ((await log.stat()).size > LIMIT_BYTES) await log.truncate();
  return log;
}

/** The log from this byte position on; of a long text, the end. */
export async function readFrom(log: FileHandle, startBytes: number): Promise<string> {
  const { size } = await log.stat();
  const from = Math.max(startBytes, size - TAIL_BYTES);
  const buffer = Buffer.alloc(Math.max(0, size - from));
  await log.read(buffer, 0, buffer.length, from);
  return buffer.toString('utf8');
}
