import { createReadStream, createWriteStream } from 'node:fs';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline as pipe, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { isMissing } from '../kit/file-error.ts';
import { Rejected } from '../kit/rejected.ts';
import { AnyBackupHead, BACKUP_FORMAT, BackupHead, BackupLine } from './backup-lines.ts';
import type { BackupEvent, BackupRow } from './backup-lines.ts';
import { hasChecksum, LineChecksums } from './line-checksums.ts';

const PART_CHARACTERS = 64 * 1024;
/** An append is smaller than 1 MiB, so a longer line cannot be ours. */
const LONGEST_LINE_BYTES = 8 * 1024 * 1024;
const NEWLINE = 10;
const GZIP_MAGIC = [0x1f, 0x8b];

/**
 * Writes objects as lines of JSON with checksums, compressed when the name ends in .gz. The file gets its name only once it is complete
 * and on disk. Throws Rejected `invalid` when the name belongs to something else, such as a device or a pipe.
 */
export async function writeLines(name: string, values: AsyncIterable<object>): Promise<void> {
  // A rename would put a file in the place of /dev/null, for every program on the machine.
  await refuseSpecialFile(name, 'Give the name of a file.');
  // A link stays, and what it leads to is replaced.
  const path = (await unlessMissing(realpath(name))) ?? name;
  const folder = dirname(path);
  if ((await unlessMissing(stat(folder))) === null)
    throw new Rejected('invalid', `There is no folder ${folder}. Create it, or give another file.`);
  const partial = `${path}.part`;
  // Readable by its owner only: it holds password hashes.
  const file = createWriteStream(partial, { mode: 0o600, flush: true });
  try {
    if (path.endsWith('.gz')) await pipeline(Readable.from(parts(values)), createGzip(), file);
    else await pipeline(Readable.from(parts(values)), file);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Throws Rejected `invalid` when the path is a device, a pipe or a socket. */
async function refuseSpecialFile(path: string, advice: string): Promise<void> {
  const there = await unlessMissing(stat(path));
  if (there !== null && !there.isFile() && !there.isDirectory())
    throw new Rejected('invalid', `${path} is not a file. ${advice}`);
}

const unlessMissing = async <Value>(found: Promise<Value>): Promise<Value | null> =>
  found.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

async function* parts(values: AsyncIterable<object>): AsyncGenerator<string> {
  const checksums = new LineChecksums();
  let part = '';
  for await (const value of values) {
    part += `${checksums.added(JSON.stringify(value))}\n`;
    if (part.length < PART_CHARACTERS) continue;
    yield part;
    part = '';
  }
  yield part;
}

/**
 * Events and rows of a backup in order, after its head. Throws Rejected `invalid` with one sentence when the file is
 * in another format, damaged, edited or cut off. Files from before there were checksums are read without them.
 */
export async function* readBackup(path: string): AsyncGenerator<BackupHead | BackupEvent | BackupRow> {
  await refuseSpecialFile(path, 'A restore reads its backup twice, so save it as a file first.');
  const checksums = new LineChecksums();
  let isChecked = false;
  let number = 0;
  let events = 0;
  let rows = 0;
  let isWhole = false;
  for await (const text of linesOf(path)) {
    number++;
    if (isWhole) throw damaged(path, number, 'there is more after the last line');
    const value = jsonOf(text, path, number);
    if (number === 1) {
      const head = headOf(value, path);
      isChecked = hasChecksum(text);
      if (isChecked && !checksums.check(text)) throw damaged(path, number, 'it was edited');
      yield { ...head, isChecked };
      continue;
    }
    const line = BackupLine.safeParse(value);
    if (!line.success) throw damaged(path, number, 'it is not an event');
    if (isChecked && !checksums.check(text))
      throw damaged(path, number, 'it was edited, or lines before it are missing or in another order');
    if ('end' in line.data) {
      const { end } = line.data;
      if (end.events !== events || end.rows !== rows) throw damaged(path, number, 'lines before it are missing');
      isWhole = true;
      continue;
    }
    if ('table' in line.data) rows++;
    else events++;
    yield line.data;
  }
  if (number === 0) throw new Rejected('invalid', `${path} is empty.`);
  if (!isWhole) throw cutOff(path);
}

function headOf(value: unknown, path: string): Omit<BackupHead, 'isChecked'> {
  const head = BackupHead.safeParse(value);
  if (head.success) return head.data;
  const format = AnyBackupHead.safeParse(value);
  if (format.success && format.data.earmarkBackup !== BACKUP_FORMAT)
    throw new Rejected(
      'invalid',
      `${path} is a backup in format ${format.data.earmarkBackup}, but this version of Earmark reads format ${BACKUP_FORMAT}. Restore it with the version that wrote it or a newer one.`,
    );
  throw new Rejected('invalid', `${path} is not an Earmark backup.`);
}

function jsonOf(text: string, path: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (number === 1) throw new Rejected('invalid', `${path} is not an Earmark backup.`);
    // Usually the last line of a file that was cut off.
    throw damaged(path, number, 'it is not JSON');
  }
}

const damaged = (path: string, line: number, what: string): Rejected =>
  new Rejected('invalid', `${path} is damaged, edited or cut off at line ${line}: ${what}. Use another backup.`);
const cutOff = (path: string): Rejected =>
  new Rejected('invalid', `${path} is cut off: its last line is missing. Use another backup.`);

/** Does not use readline, which also breaks lines at U+2028, a character that texts may contain. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const isGzip = await isCompressed(path);
  const file = createReadStream(path);
  // Errors of either stream reach the loop below through the last one.
  const bytes: AsyncIterable<Buffer> = isGzip ? pipe(file, createGunzip(), () => undefined) : file;
  let rest: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of bytes) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, at)]).toString('utf8');
        [rest, length, from] = [[], 0, at + 1];
      }
      rest.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > LONGEST_LINE_BYTES) throw new Rejected('invalid', `${path} is not an Earmark backup.`);
    }
  } catch (error) {
    if (ZlibError.safeParse(error).success) throw cutOff(path);
    throw error;
  } finally {
    file.destroy();
  }
  if (length > 0) yield Buffer.concat(rest).toString('utf8');
}

/** Error codes of a compressed file that ends early or is damaged. */
const ZlibError = z.object({ code: z.enum(['Z_BUF_ERROR', 'Z_DATA_ERROR']) });

/** Judged by the first bytes, because a file may have been renamed. */
async function isCompressed(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);

    return GZIP_MAGIC.every((byte, index) => buffer[index] === byte);
  } finally {
    await file.close();
  }
}
