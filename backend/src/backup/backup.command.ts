import { resolve } from 'node:path';
import { MalformedEvent } from '@earmark/contracts/kit';
import type { EventLog } from '@earmark/projections/event-log';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { ExitCode, TerminalCommand } from '../kit/command-line/command.ts';
import type { Output } from '../kit/command-line/output.ts';
import { EVENT_LOG } from '../kit/core.ts';
import { readableFileError } from '../kit/file-error.ts';
import { PG_POOL } from '../kit/pg.ts';
import { writeLines } from './backup-file.ts';
import { BACKUP_FORMAT, type BackupEnd, type BackupEvent, type BackupHead } from './backup-lines.ts';
import { readKeptRows } from './kept-tables.ts';
import { RevisionGaps } from './revision-gaps.ts';
import type { z } from 'zod';

/** Backs up the accounts, the answers and the log up to its current end, while the server goes on writing. */
@Injectable()
export class BackupCommand implements TerminalCommand {
  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  async run([path = '']: readonly string[], _options: unknown, output: Output): Promise<ExitCode> {
    const done = { events: 0, rows: 0, accounts: 0, answers: 0 };
    const gaps = new RevisionGaps();
    try {
      await writeLines(resolve(path), backupLines(this.log, this.pool, { done, gaps }, output));
    } catch (error) {
      throw readableFileError(error, path);
    }
    const { count: foreign } = await this.log.foreignEvents();
    if (foreign > 0) output.warn(`The event log also holds events of other applications; they are not in the backup.`);
    output.result(
      { file: path, ...done },
      `${path}: ${done.events} events; accounts: ${done.accounts}; answers: ${done.answers}`,
    );
    if (gaps.inWords === null) return 0;
    output.warn(
      `The event log has a gap: ${gaps.inWords}. The backup holds what is left, and cannot be restored. Keep earlier backups.`,
    );

    return 2;
  }
}

type Line = Omit<BackupHead, 'isChecked'> | BackupEvent | z.infer<typeof BackupEnd> | { table: string };

async function* backupLines(
  log: EventLog,
  pool: Pool,
  { done, gaps }: { done: { events: number; rows: number; accounts: number; answers: number }; gaps: RevisionGaps },
  output: Output,
): AsyncGenerator<Line> {
  const head = await log.head();
  yield {
    earmarkBackup: BACKUP_FORMAT,
    at: new Date().toISOString(),
    logId: await log.id(),
    position: head.toString(),
  };
  for await (const { position, stream, revision, id, type, data, metadata, malformed } of log.readAll()) {
    // Events written meanwhile belong to the next backup. `head` is always the end of an append.
    if (position > head) break;
    if (malformed !== undefined)
      throw new MalformedEvent(`${type} at position ${position} (revision ${revision} of ${stream})`, malformed);
    gaps.add({ stream, revision });
    yield { stream, revision, id, type, data, metadata };
    done.events++;
    output.progress(`Writing the event log: ${done.events} events, at ${position} of ${head}`);
  }
  for await (const row of readKeptRows(pool)) {
    yield row;
    done.rows++;
    if (row.table === 'account') done.accounts++;
    else done.answers++;
  }
  yield { end: { events: done.events, rows: done.rows } };
}
