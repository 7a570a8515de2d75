import { readFileSync } from 'node:fs';
import { Pool } from 'pg';
import { z } from 'zod';
import { CONNECTIONS } from '../../connections.ts';
import { pause } from './backoff.ts';
import { LogUnavailable } from './event-log.ts';
import type { CorrelatedCount, EventLog, RecordedEvent } from './event-log.ts';
import { postgresError } from './postgres-errors.ts';

const SCHEMA = readFileSync(new URL('./event-places.sql', import.meta.url), 'utf8');
const BATCH = 1_000;
const FOLLOW_MS = 5_000;
const Reached = z.array(z.object({ logId: z.string(), position: z.string().transform(BigInt), eventId: z.string() }));
const Counts = z.array(
  z.object({
    correlationId: z.string(),
    stream: z.string(),
    type: z.string(),
    count: z.number(),
    first: z.string().transform(BigInt),
    last: z.string().transform(BigInt),
  }),
);
const Positions = z.array(z.object({ position: z.string().transform(BigInt).nullable() }));

interface PlacedLog extends Pick<EventLog, 'id' | 'readAll'> {
  /** The event at exactly this position; null when there is none. */
  at(position: bigint): Promise<RecordedEvent | null>;
}

/**
 * Positions by event id, time and correlation id, in tables of Postgres, for a log whose server can be asked for none. Whoever
 * looks something up first adds what is newer than the tables; `follow` keeps that short. Every writer would write the
 * same rows, so several do no harm. Throws LogUnavailable.
 */
export class EventPlaces {
  readonly #log: PlacedLog;
  readonly #pool: Pool;
  #ready: Promise<unknown> | null = null;
  #filling: Promise<void> | null = null;

  constructor(log: PlacedLog, databaseUrl: string) {
    this.#log = log;
    this.#pool = new Pool({
      connectionString: databaseUrl,
      max: CONNECTIONS.eventPlaces,
      connectionTimeoutMillis: 5_000,
    });
    // The pool has dropped the connection; without a listener the error would end the process.
    this.#pool.on('error', () => undefined);
  }

  /** The position of the last event with this id; null when there is none. */
  async find(id: string): Promise<bigint | null> {
    await this.#fill();

    return this.#position('select max(e.position) as position from log_place.event e where e.id = $1', id);
  }

  /** The first position at or after this one that is known; null when none is. */
  async firstFrom(position: bigint): Promise<bigint | null> {
    await this.#prepared();

    return this.#position('select min(e.position) as position from log_place.event e where e.position >= $1', position);
  }

  /** The position of the last event before the first one, in log order, that is later. Null when there is none. */
  async lastBy(instant: Date): Promise<bigint | null> {
    await this.#fill();

    return this.#position(LAST_BY, instant.toISOString());
  }

  /** The positions of the events with this correlation id before `before` (null: all), newest first. */
  async *correlated(correlationId: string, before: bigint | null): AsyncGenerator<bigint> {
    await this.#fill();
    for (let next = before; ;) {
      const page = Positions.parse(await this.#query(CORRELATED, [correlationId, next, BATCH]));
      for (const { position } of page) if (position !== null) yield position;
      if (page.length < BATCH) return;
      next = page.at(-1)!.position;
    }
  }

  async countCorrelated(correlationIds: readonly string[], types: readonly string[]): Promise<CorrelatedCount[]> {
    await this.#fill();

    return Counts.parse(await this.#query(COUNT_CORRELATED, [correlationIds, types]));
  }

  /** Keeps the tables full until the signal is aborted. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#fill();
      } catch (error) {
        if (!(error instanceof LogUnavailable)) throw error;
      }
      await pause(FOLLOW_MS, signal);
    }
  }

  async close(): Promise<void> {
    await this.#filling?.catch(() => undefined);
    await this.#pool.end();
  }

  /** Brings the tables up to the end of the log as it is now; those who wait share one pass. */
  async #fill(): Promise<void> {
    // A pass that has begun may already be beyond what its caller has just appended.
    await this.#filling?.catch(() => undefined);
    this.#filling ??= this.#add().finally(() => (this.#filling = null));
    await this.#filling;
  }

  async #prepared(): Promise<void> {
    this.#ready ??= this.#query(`select pg_advisory_xact_lock(7305264013);\n${SCHEMA}`);
    try {
      await this.#ready;
    } catch (error) {
      this.#ready = null;
      throw error;
    }
  }

  async #add(): Promise<void> {
    await this.#prepared();
    const logId = await this.#log.id();
    if (logId === null) return;
    const [reached] = Reached.parse(await this.#query(REACHED));
    // A restored log has the id of the old one, but its events may stand elsewhere.
    const isSameLog = reached?.logId === logId && (await this.#log.at(reached.position))?.id === reached.eventId;
    if (reached && !isSameLog) await this.#query('truncate log_place.event, log_place.reached');
    let batch: RecordedEvent[] = [];
    for await (const event of this.#log.readAll({ after: reached && isSameLog ? reached.position : 0n })) {
      batch.push(event);
      if (batch.length < BATCH) continue;
      await this.#store(batch, logId);
      batch = [];
    }
    if (batch.length > 0) await this.#store(batch, logId);
  }

  async #store(events: readonly RecordedEvent[], logId: string): Promise<void> {
    await this.#query(STORE, [
      events.map(({ position }) => position),
      events.map(({ id }) => id),
      events.map(({ metadata }) => metadata.at),
      events.map(({ metadata }) => metadata.correlationId),
      events.map(({ stream }) => stream),
      events.map(({ type }) => type),
      logId,
    ]);
  }

  async #position(text: string, value: string | bigint): Promise<bigint | null> {
    return Positions.parse(await this.#query(text, [value]))[0]?.position ?? null;
  }

  async #query(text: string, values?: unknown[]): Promise<unknown> {
    try {
      const { rows } = await this.#pool.query(text, values);

      return rows;
    } catch (error) {
      throw postgresError(error);
    }
  }
}

/** `+ 0` makes Postgres use only the index on time. Without a later event: the last one. */
const LAST_BY = `
  select max(e.position) as position from log_place.event e
  where e.position < coalesce((select min(l.position + 0) from log_place.event l where l.at > $1), 9223372036854775807)`;

const CORRELATED = `
  select e.position from log_place.event e
  where e.correlation_id = $1 and ($2::bigint is null or e.position < $2) order by e.position desc limit $3`;

const COUNT_CORRELATED = `
  select e.correlation_id as "correlationId", e.stream, e.type, count(*)::int as count,
    min(e.position)::text as first, max(e.position)::text as last
  from log_place.event e where e.correlation_id = any ($1::text[]) and e.type = any ($2::text[])
  group by 1, 2, 3`;

const REACHED = 'select log_id as "logId", position, event_id as "eventId" from log_place.reached';

const STORE = `
  with stored as (
    insert into log_place.event (position, id, at, correlation_id, stream, type)
    select * from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[]) on conflict (position) do nothing
  )
  insert into log_place.reached (log_id, position, event_id)
  values ($7, ($1::bigint[])[cardinality($1::bigint[])], ($2::uuid[])[cardinality($2::uuid[])])
  on conflict (only_row) do update set position = excluded.position, event_id = excluded.event_id
  where log_place.reached.position < excluded.position`;
