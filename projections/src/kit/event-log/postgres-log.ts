import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { z } from 'zod';
import { CONNECTIONS } from '../../connections.ts';
import { openPool } from '../pool.ts';
import { KNOWN_WITHIN_MS } from './append-attempts.ts';
import { prepareAppend } from './append-request.ts';
import { backoffMs, pause } from './backoff.ts';
import { LogUnavailable } from './event-log.ts';
import type {
  AppendResult,
  BackwardsOptions,
  CorrelatedCount,
  Delivery,
  EventLog,
  ExpectedRevision,
  ForeignEvents,
  LogFilter,
  NewEvent,
  RecordedEvent,
} from './event-log.ts';
import { malformedDatabaseUrl, postgresError } from './postgres-errors.ts';
import {
  countCorrelated,
  findById,
  findLastBy,
  readAllBackwardsPage,
  readAllPage,
  readStreamPage,
} from './postgres-pages.ts';
import type { PreparedQuery, ReadPage } from './postgres-pages.ts';
import { PostgresTail } from './postgres-tail.ts';
import { PostgresWriter } from './postgres-writer.ts';

export interface PostgresLogOptions {
  /** postgres://user:password@host:port/database */
  readonly connectionString: string;
  /** Most connections for reading (default 4); one more writes, and one listens while there is a subscription. */
  readonly max?: number;
  /** Most events on a page (default 1000) of at most about 4 MiB; a reader holds two pages. */
  readonly pageSize?: number;
  /** How long an append is repeated whose answer was lost. */
  readonly knownWithinMs?: number;
}

/**
 * The event log in schema `log` of a Postgres database; creates the schema when it is missing.
 * Throws LogUnavailable when the database does not answer within 5 s or refuses us, Error when the string is malformed.
 */
export async function openPostgresLog(options: PostgresLogOptions): Promise<EventLog> {
  if (!/^postgres(ql)?:\/\//.test(options.connectionString)) throw malformedDatabaseUrl();
  const log = new PostgresLog(options);
  try {
    await log.createSchema();
  } catch (error) {
    await log.close();
    throw error;
  }

  return log;
}

const SCHEMA = readFileSync(new URL('./postgres-log.sql', import.meta.url), 'utf8');
const CONNECT_MS = 5_000;
const READ_MS = 30_000;
const APPEND_MS = 10_000;
/** Backwards: most readers want only the newest few. */
const FIRST_PAGE = 100;
const Heads = z.tuple([z.object({ head: z.string().transform(BigInt) })]);
const Counts = z.tuple([z.object({ count: z.number() })]);
const Ids = z.array(z.object({ id: z.string() }));

class PostgresLog implements EventLog {
  readonly #readers: Pool;
  readonly #writers: Pool;
  readonly #writer: PostgresWriter;
  readonly #tail: PostgresTail;
  readonly #pageSize: number;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: PostgresLogOptions) {
    const {
      connectionString,
      max = CONNECTIONS.logReaders,
      pageSize = 1_000,
      knownWithinMs = KNOWN_WITHIN_MS,
    } = options;
    const pool = (max: number, queryMs: number) =>
      openPool(
        { connectionString, max, keepAlive: true, connectionTimeoutMillis: CONNECT_MS, query_timeout: queryMs },
        // The pool has already dropped the failed connection.
        () => undefined,
      );
    this.#readers = pool(max, READ_MS);
    this.#writers = pool(CONNECTIONS.logWriters, Math.min(APPEND_MS, knownWithinMs));
    this.#writer = new PostgresWriter(this.#writers, knownWithinMs);
    this.#tail = new PostgresTail(connectionString);
    this.#pageSize = pageSize;
  }

  get #firstBackwards(): number {
    return Math.min(FIRST_PAGE, this.#pageSize);
  }

  /** Safe when several processes start at once. Throws LogUnavailable. */
  async createSchema(): Promise<void> {
    // Several statements in one message are one transaction.
    const locked = `select pg_advisory_xact_lock(7305264012);\n${SCHEMA}`;
    try {
      await this.#writers.query(locked);
    } catch (error) {
      throw postgresError(error);
    }
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    const prepared = prepareAppend(stream, events, expected);
    if (this.#closing.signal.aborted) throw new LogUnavailable('the event log is closed');

    return this.#track(this.#writer.append(stream, prepared, expected));
  }

  async *readStream(
    stream: string,
    options: { from?: number; direction?: 'forwards' | 'backwards'; limit?: number } = {},
  ): AsyncGenerator<RecordedEvent> {
    const { direction = 'forwards', limit = Infinity } = options;
    let from: number | null = options.from ?? (direction === 'forwards' ? 0 : MAX_REVISION);
    let most = direction === 'forwards' ? this.#pageSize : this.#firstBackwards;
    for (let left = limit; left > 0 && from !== null; most = this.#pageSize) {
      const page = await readStreamPage(this.#query, { stream, from, direction, limit: Math.min(left, most) });
      yield* page.events;
      left -= page.events.length;
      from = page.next;
    }
  }

  async *readAll(options: { after?: bigint; limit?: number; filter?: LogFilter } = {}): AsyncGenerator<RecordedEvent> {
    const { after = 0n, limit = Infinity, filter = {} } = options;
    let left = limit;
    if (left <= 0) return;
    for await (const page of this.#pages(after, await this.head(), filter, Math.min(left, this.#pageSize))) {
      yield* page.events.slice(0, left);
      left -= page.events.length;
      if (left <= 0) return;
    }
  }

  async *readAllBackwards(options: BackwardsOptions = {}): AsyncGenerator<RecordedEvent> {
    const { limit = Infinity, filter = {}, correlationId = null } = options;
    let before = options.before ?? (await this.head()) + 1n;
    let most = this.#firstBackwards;
    for (let left = limit; left > 0 && before > 1n; most = this.#pageSize) {
      const page = await readAllBackwardsPage(this.#query, {
        before,
        filter,
        correlationId,
        limit: Math.min(left, most),
      });
      yield* page.events;
      left -= page.events.length;
      before = page.end;
    }
  }

  async countCorrelated(correlationIds: readonly string[], types: readonly string[]): Promise<CorrelatedCount[]> {
    return countCorrelated(this.#query, correlationIds, types);
  }

  async *subscribe(options: { after: bigint; filter?: LogFilter; signal: AbortSignal }): AsyncGenerator<Delivery> {
    const signal = AbortSignal.any([options.signal, this.#closing.signal]);
    let position = options.after;
    let caughtUp = false;
    const unlisten = this.#tail.listen();
    try {
      for (let attempt = 0; !signal.aborted; attempt++) {
        try {
          for (let head = await this.head(); !signal.aborted;) {
            for await (const page of this.#pages(position, head, options.filter ?? {})) {
              attempt = 0;
              for (const event of page.events) {
                if (signal.aborted) return;
                position = event.position;
                yield { event };
              }
              if (signal.aborted) return;
              const passed = position < page.end;
              position = page.end;
              if (passed) yield { checkpoint: position };
            }
            if (!caughtUp) {
              caughtUp = true;
              yield { caughtUp };
            }
            const woken = await this.#tail.beyond(position, signal);
            if (signal.aborted) return;
            head = woken ?? (await this.head());
          }
        } catch (error) {
          if (!(error instanceof LogUnavailable)) throw error;
          await pause(backoffMs(attempt), signal);
        }
      }
    } finally {
      await unlisten();
    }
  }

  async find(id: string): Promise<RecordedEvent | null> {
    return findById(this.#query, id);
  }

  async lastBy(instant: Date): Promise<RecordedEvent | null> {
    return findLastBy(this.#query, instant);
  }

  async countAfter(position: bigint, most: number): Promise<number> {
    const rows = await this.#query({ name: 'log-count', text: COUNT_AFTER, values: [position, most] });

    return Counts.parse(rows)[0].count;
  }

  async head(): Promise<bigint> {
    const rows = await this.#query({ name: 'log-head', text: HEAD, values: [] });

    return Heads.parse(rows)[0].head;
  }

  /** Schema `log` is Earmark's alone. */
  foreignEvents(): Promise<ForeignEvents> {
    return Promise.resolve({ count: 0, isMore: false });
  }

  async id(): Promise<string | null> {
    const rows = await this.#query({ name: 'log-id', text: FIRST_ID, values: [] });

    return Ids.parse(rows)[0]?.id ?? null;
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    // Ending a pool while a query waits for a connection would leave the query waiting for ever.
    await Promise.allSettled([...this.#running, this.#tail.stop()]);
    await Promise.all([this.#readers.end(), this.#writers.end()]);
  }

  /** Fetches the next page while the current one is used. */
  async *#pages(after: bigint, upTo: bigint, filter: LogFilter, limit = this.#pageSize): AsyncGenerator<ReadPage> {
    const read = (from: bigint) => readAllPage(this.#query, { after: from, upTo, filter, limit });
    for (let next = after < upTo ? read(after) : null; next !== null;) {
      const page: ReadPage = await next;
      next = page.end < upTo ? read(page.end) : null;
      // A failure surfaces when the page is awaited, if it ever is.
      next?.catch(() => undefined);
      yield page;
    }
  }

  /** Tries twice: the pool may hand out a connection that it does not yet know is lost. */
  readonly #query = async (query: PreparedQuery): Promise<unknown> => {
    try {
      return await this.#ask(query);
    } catch (error) {
      if (!(error instanceof LogUnavailable) || this.#closing.signal.aborted) throw error;
      await pause(backoffMs(0));

      return this.#ask(query);
    }
  };

  async #ask(query: PreparedQuery): Promise<unknown> {
    if (this.#closing.signal.aborted) throw new LogUnavailable('the event log is closed');
    try {
      const { rows } = await this.#track(this.#readers.query(query));

      return rows;
    } catch (error) {
      throw postgresError(error);
    }
  }

  async #track<Answer>(answer: Promise<Answer>): Promise<Answer> {
    this.#running.add(answer);
    try {
      return await answer;
    } finally {
      this.#running.delete(answer);
    }
  }
}

const MAX_REVISION = 2 ** 31 - 1;
const HEAD = 'select coalesce(max(e.position), 0) as head from log.event e';
const COUNT_AFTER = `
  select count(*)::integer as count from (select from log.event e where e.position > $1 order by e.position limit $2) following`;
const FIRST_ID = 'select e.id from log.event e order by e.position limit 1';
