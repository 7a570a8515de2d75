import { closeSync, fdatasyncSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const BLOCK = Buffer.alloc(8192, 1);
const FILE_BYTES = 16 * 1024 * 1024;

/**
 * Writes of 8 KiB followed by fdatasync, per second: what one writer can make durable on this disk at most. The file is
 * filled before, as Postgres reuses the files of its log.
 */
export function fdatasyncPerSecond(folder: string, seconds: number): number {
  const path = join(folder, 'probe');
  const file = openSync(path, 'w');
  try {
    for (let at = 0; at < FILE_BYTES; at += BLOCK.length) writeSync(file, BLOCK, 0, BLOCK.length, at);
    fdatasyncSync(file);
    const start = performance.now();
    let count = 0;
    for (; performance.now() - start < seconds * 1000; count++) {
      writeSync(file, BLOCK, 0, BLOCK.length, (count * BLOCK.length) % FILE_BYTES);
      fdatasyncSync(file);
    }

    return count / ((performance.now() - start) / 1000);
  } finally {
    closeSync(file);
    unlinkSync(path);
  }
}
