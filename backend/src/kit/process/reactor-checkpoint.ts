import type { EventId } from '@earmark/contracts/kit';
import type { EventLog } from '@earmark/projections/event-log';
import type { Pool } from 'pg';
import type { Reaction } from './reaction.ts';

/** Another server moved the checkpoint, so this one must stop. */
export class ReactorFenced extends Error {
  constructor(name: string) {
    super(`another server moved the checkpoint of the reactor ${name}`);
    this.name = 'ReactorFenced';
  }
}

export interface ReactorFailure {
  readonly eventId: EventId;
  readonly type: string;
  readonly error: string;
  readonly attempts: number;
}

interface Row {
  readonly position: string;
  readonly event_id: EventId | null;
  readonly log_id: string | null;
}

/** The position of a reactor, stored in `app.reactor`: always that of an event of ours, which it names. */
export class ReactorCheckpoint {
  private constructor(
    private readonly pool: Pool,
    private readonly name: string,
    public position: bigint,
    private logId: string | null,
  ) {}

  /**
   * The place of the stored event. A new reactor, and one that meets a different log than it has read (after a restore,
   * say), begins at `startsFrom`. A different log is reported.
   */
  static async open(
    { log, pool, report }: { log: EventLog; pool: Pool; report: (line: string) => void },
    { name, startsFrom, reset }: Pick<Reaction, 'name' | 'startsFrom' | 'reset'>,
  ): Promise<ReactorCheckpoint> {
    const { rows } = await pool.query<Row>('select position::text, event_id, log_id from app.reactor where name = $1', [
      name,
    ]);
    const logId = await log.id();
    const [row] = rows;
    const known = row ? await placeIn(log, logId, row) : null;
    if (row && known?.id === row.event_id && known.position === BigInt(row.position))
      return new ReactorCheckpoint(pool, name, known.position, logId);

    const place = known ?? (startsFrom === 'now' ? await lastUpTo(log) : START);
    if (row && !known) {
      report(`${name}: the event log is not the same as before; reading it from ${startsFrom}`);
      await reset?.();
    }
    await pool.query(
      `insert into app.reactor (name, position, event_id, log_id) values ($1, $2, $3, $4)
       on conflict (name) do update set position = $2, event_id = $3, log_id = $4, failure = null`,
      [name, place.position.toString(), place.id, logId],
    );

    return new ReactorCheckpoint(pool, name, place.position, logId);
  }

  /** Throws ReactorFenced. */
  async move(log: EventLog, { position, id }: Place): Promise<void> {
    this.logId ??= await log.id();
    const { rowCount } = await this.pool.query(
      `update app.reactor set position = $3, event_id = $4, log_id = $5, failure = null
       where name = $1 and position = $2`,
      [this.name, this.position.toString(), position.toString(), id, this.logId],
    );
    if (rowCount !== 1) throw new ReactorFenced(this.name);
    this.position = position;
  }

  /** Nothing up to `reached` concerned the reactor. That may be among the events of another application, after ours. */
  async pass(log: EventLog, reached: bigint): Promise<void> {
    const last = await lastUpTo(log, reached);
    if (last.position > this.position) await this.move(log, last);
  }

  async fail(failure: ReactorFailure): Promise<void> {
    await this.pool.query('update app.reactor set failure = $2 where name = $1', [this.name, failure]);
  }
}

/** An event of ours, or the beginning of the log. */
interface Place {
  readonly position: bigint;
  readonly id: EventId | null;
}

const START: Place = { position: 0n, id: null };

/**
 * Where the event of the row stands in this log; null when this is another log, or has lost the event. A log that was
 * restored from a backup has the id of the old one, but its events may have other positions.
 */
async function placeIn(log: EventLog, logId: string | null, row: Row): Promise<Place | null> {
  if (row.log_id !== null && row.log_id !== logId) return null;
  if (row.event_id !== null) return log.find(row.event_id);

  // The log was empty, or the version that wrote the row noted only events to which it had reacted.
  return lastUpTo(log, BigInt(row.position));
}

async function lastUpTo(log: EventLog, position?: bigint): Promise<Place> {
  if (position === 0n) return START;
  const before = position === undefined ? {} : { before: position + 1n };
  for await (const event of log.readAllBackwards({ ...before, limit: 1 })) return event;

  return START;
}
