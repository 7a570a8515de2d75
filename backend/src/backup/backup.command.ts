import { resolve } from 'node:path';
import type { CommandRun, ExitCode } from '../command-line.ts';
import type { Output } from '../commands/output.ts';
import { readableFileError } from '../kit/file-error.ts';
import type { Services } from '../services.ts';
import { writeLines } from './backup-file.ts';
import { BACKUP_FORM, type BackupEnd, type BackupEvent, type BackupHead } from './backup-lines.ts';
import { readKeptRows } from './kept-tables.ts';
import type { z } from 'zod';

/** The log up to where it stands now, and the accounts, while the server goes on writing. */
export async function backupCommand({ services, args, output }: CommandRun): Promise<ExitCode> {
  const [path = ''] = args;
  const done = { events: 0, rows: 0 };
  try {
    await writeLines(resolve(path), backupLines(services, done, output));
  } catch (error) {
    throw readableFileError(error, path);
  }
  output.result({ file: path, ...done }, `${path}: ${done.events} events; accounts: ${done.rows}`);

  return 0;
}

type Line = BackupHead | BackupEvent | z.infer<typeof BackupEnd> | { table: string };

async function* backupLines(
  { log, pool }: Services,
  done: { events: number; rows: number },
  output: Output,
): AsyncGenerator<Line> {
  const head = await log.head();
  yield {
    earmarkBackup: BACKUP_FORM,
    at: new Date().toISOString(),
    logId: await log.id(),
    position: head.toString(),
  };
  for await (const { position, stream, revision, id, type, data, metadata } of log.readAll()) {
    // What is written meanwhile belongs to the next backup; `head` is always the end of an append.
    if (position > head) break;
    yield { stream, revision, id, type, data, metadata };
    done.events++;
    output.progress(`Writing the event log: ${done.events} events, at ${position} of ${head}`);
  }
  for (const row of await readKeptRows(pool)) {
    yield row;
    done.rows++;
  }
  yield { end: done };
}
