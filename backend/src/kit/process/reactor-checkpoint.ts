import type { EventId } from '@earmark/contracts/kit';
import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
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

/** The position of a reactor, stored in `app.reactor`. */
export class ReactorCheckpoint {
  private constructor(
    private readonly pool: Pool,
    private readonly name: string,
    public position: bigint,
    private logId: string | null,
  ) {}

  /**
   * The stored position. A new reactor, and one that meets a different log than it has read (after a restore, say),
   * begins at `startsFrom`. A different log is reported.
   */
  static async open(
    { log, pool, report }: { log: EventLog; pool: Pool; report: (line: string) => void },
    { name, startsFrom, reset }: Pick<Reaction, 'name' | 'startsFrom' | 'reset'>,
  ): Promise<ReactorCheckpoint> {
    const { rows } = await pool.query<Row>('select position::text, event_id, log_id from app.reactor where name = $1', [
      name,
    ]);
    const logId = await log.id();
    const row = rows[0];
    if (row && (await isOf(log, logId, row))) return new ReactorCheckpoint(pool, name, BigInt(row.position), logId);

    const position = startsFrom === 'now' ? await log.head() : 0n;
    if (row) {
      report(`${name}: the event log is not the same as before; reading it from ${startsFrom}`);
      await reset?.();
    }
    await pool.query(
      `insert into app.reactor (name, position, log_id) values ($1, $2, $3)
       on conflict (name) do update set position = $2, log_id = $3, event_id = null, failure = null`,
      [name, position.toString(), logId],
    );

    return new ReactorCheckpoint(pool, name, position, logId);
  }

  /** `event` is null when nothing up to `position` concerned the reactor. Throws ReactorFenced. */
  async move(log: EventLog, position: bigint, event: RecordedEvent | null): Promise<void> {
    this.logId ??= await log.id();
    const { rowCount } = await this.pool.query(
      `update app.reactor set position = $3, event_id = coalesce($4, event_id), log_id = $5, failure = null
       where name = $1 and position = $2`,
      [this.name, this.position.toString(), position.toString(), event?.id ?? null, this.logId],
    );
    if (rowCount !== 1) throw new ReactorFenced(this.name);
    this.position = position;
  }

  async fail(failure: ReactorFailure): Promise<void> {
    await this.pool.query('update app.reactor set failure = $2 where name = $1', [this.name, failure]);
  }
}

/** A restored log has the id of the old one, but its events may have other positions. */
async function isOf(log: EventLog, logId: string | null, row: Row): Promise<boolean> {
  const position = BigInt(row.position);
  if ((row.log_id !== null && row.log_id !== logId) || position > (await log.head())) return false;
  if (row.event_id === null) return true;
  const last = await log.find(row.event_id);

  return last !== null && last.position <= position;
}
