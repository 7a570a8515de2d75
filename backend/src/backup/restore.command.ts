import { isDeepStrictEqual } from 'node:util';
import { WrongExpectedRevision, type EventLog, type RecordedEvent } from '@earmark/projections/event-log';
import { listCheckpoints, projectors } from '@earmark/projections/runner';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { ExitCode, TerminalCommand } from '../kit/command-line/command.ts';
import type { Output } from '../kit/command-line/output.ts';
import { EVENT_LOG } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { MovingProjections } from '../projections/moving-projections.ts';
import { rebuildProjections } from '../projections/rebuild-projections.ts';
import { readableFileError } from '../kit/file-error.ts';
import { Rejected } from '../kit/rejected.ts';
import { readBackup } from './backup-file.ts';
import type { BackupEvent, BackupHead, BackupRow } from './backup-lines.ts';
import { putKeptRows } from './kept-tables.ts';
import { RevisionGaps } from './revision-gaps.ts';

/**
 * Loads a backup into a log that is empty or holds only the beginning of the backup, so that an interrupted restore
 * resumes. The tables are built once the log is complete.
 */
@Injectable()
export class RestoreCommand implements TerminalCommand {
  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly moving: MovingProjections,
  ) {}

  async run([path = '']: readonly string[], _options: unknown, output: Output): Promise<ExitCode> {
    const { log, pool, moving } = this;
    try {
      const { head, events } = await checkedBackup(path);
      if (!head.isChecked)
        output.warn(`${path} was written before backups had checksums, so an edited line in it cannot be noticed.`);
      const rows: BackupRow[] = [];
      const restored = await load(log, path, rows, (done) => output.progress(`Restoring: ${done} of ${events} events`));
      const { accounts, answers } = await putKeptRows(pool, rows);
      // The restored log has the same id, but its events stand at other positions, so every table must be rebuilt.
      const stale = (await listCheckpoints(pool)).map(({ name }) => name);
      const rebuilt = await moving.during(output, async () =>
        rebuildProjections(
          pool,
          output,
          projectors.map(({ name }) => name).filter((name) => stale.includes(name)),
        ),
      );
      output.result(
        { file: path, taken: head.at, events: restored, alreadyThere: events - restored, accounts, answers },
        `${path} of ${head.at}: restored ${restored} of ${events} events${restored < events ? ', the others were already here' : ''}; accounts: ${accounts}; answers: ${answers}`,
      );

      return moving.warnOfStopped(output) || rebuilt !== 0 ? 2 : 0;
    } catch (error) {
      throw readableFileError(error, path);
    }
  }
}

/** Reads the whole file first, so that nothing is written from a damaged one. */
async function checkedBackup(path: string): Promise<{ head: BackupHead; events: number }> {
  let head: BackupHead | null = null;
  let events = 0;
  let isOpen = false;
  const gaps = new RevisionGaps();
  for await (const line of readBackup(path)) {
    if ('earmarkBackup' in line) head = line;
    else if ('stream' in line) {
      events++;
      gaps.add(line);
      isOpen = !endsAppend(line);
    }
  }
  if (head === null || isOpen)
    throw new Rejected('invalid', `${path} ends in the middle of an append. Use another backup.`);

  if (gaps.inWords !== null)
    throw new Rejected('invalid', `${path} is of a log with a gap: ${gaps.inWords}. Use another backup.`);

  return { head, events };
}

/** Appends the events that the log lacks, with their original append boundaries. Returns how many. Throws Rejected. */
async function load(
  log: EventLog,
  path: string,
  rows: BackupRow[],
  onProgress: (done: number) => void,
): Promise<number> {
  const existing = log.readAll()[Symbol.asyncIterator]();
  let held = await existing.next();
  let append: BackupEvent[] = [];
  let done = 0;
  let restored = 0;
  for await (const line of readBackup(path)) {
    if ('table' in line) rows.push(line);
    if (!('stream' in line)) continue;
    done++;
    if (!held.done) {
      if (!isSame(held.value, line)) throw notEmpty(held.value);
      held = await existing.next();
      continue;
    }
    append.push(line);
    if (!endsAppend(line)) continue;
    await appendAgain(log, append);
    restored += append.length;
    append = [];
    onProgress(done);
  }
  if (!held.done) throw notEmpty(held.value);

  return restored;
}

/** The log port names an append after its first event and numbers the rest, so the boundaries stay the same. */
async function appendAgain(log: EventLog, events: readonly BackupEvent[]): Promise<void> {
  const [first] = events;
  if (first?.metadata.append.index !== 0)
    throw new Rejected(
      'invalid',
      'The event log ends in the middle of an append of the backup. Restore into an empty log.',
    );
  try {
    await log.append(first.stream, events, first.revision === 0 ? 'no-stream' : first.revision - 1);
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
    throw new Rejected(
      'invalid',
      `The stream ${first.stream} is not at the revision that the backup continues from (${first.revision}): another process is writing to this log, or the backup lacks events. Restore into an empty log that nothing else uses.`,
    );
  }
}

/** The server seeds the known entity types at start; those events are equal by content, though not by id. */
const isSame = (held: RecordedEvent, { stream, revision, id, type, data }: BackupEvent): boolean =>
  held.stream === stream &&
  held.revision === revision &&
  held.type === type &&
  (held.id === id || (type === 'EntityTypeCreated' && isDeepStrictEqual(held.data, data)));

const notEmpty = ({ position, stream, type }: RecordedEvent): Rejected =>
  new Rejected(
    'invalid',
    `The event log is not empty: its ${type} at position ${position} (${stream}) is not at that place in the backup. Restore into an empty log: another DATA_DIR, database or event store.`,
  );

const endsAppend = ({ metadata: { append } }: BackupEvent): boolean => append.index === append.last;
