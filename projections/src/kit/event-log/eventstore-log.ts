import { prepareAppend } from './append-request.ts';
import { backoffMs, pause } from './backoff.ts';
import { LogUnavailable } from './event-log.ts';
import type {
  AppendResult,
  Delivery,
  EventLog,
  ExpectedRevision,
  LogFilter,
  NewEvent,
  RecordedEvent,
} from './event-log.ts';
import { EventStoreClient } from './eventstore-client.ts';
import { logPosition, passes, recordedEvent } from './eventstore-events.ts';

export interface EventStoreLogOptions {
  /** esdb://user:password@host:2113?tls=true, or several hosts separated by commas; without TLS no user. */
  readonly connectionString: string;
  /** Events that the server reads between two checkpoints of a subscription (default 500). */
  readonly pageSize?: number;
}

/**
 * The event log on EventStoreDB 23.10 or newer, or KurrentDB. The user must be allowed to read `$all`.
 * Throws LogUnavailable when the server does not answer within 5 s or refuses us, Error when the string is malformed.
 */
export async function openEventStoreLog(options: EventStoreLogOptions): Promise<EventLog> {
  const log = new EventStoreLog(options);
  try {
    await log.head();
  } catch (error) {
    await log.close();
    throw error;
  }

  return log;
}

const ATTEMPTS = 3;

class EventStoreLog implements EventLog {
  readonly #client: EventStoreClient;
  readonly #window: number;
  readonly #closing = new AbortController();
  #head = 0n;

  constructor({ connectionString, pageSize = 500 }: EventStoreLogOptions) {
    this.#client = new EventStoreClient(connectionString);
    this.#window = pageSize;
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    const prepared = prepareAppend(stream, events, expected);
    for (let attempt = 0; ; attempt++) {
      try {
        const { revision, position } = await this.#client.append(stream, prepared, expected);

        return { revision, position: position ?? (await this.#positionAt(stream, revision)) };
      } catch (error) {
        // Retried with the same ids: the server recognises an append that was stored although its answer was lost.
        if (!(error instanceof LogUnavailable) || attempt + 1 === ATTEMPTS) throw error;
        await pause(backoffMs(attempt));
      }
    }
  }

  async *readStream(
    stream: string,
    options: { from?: number; direction?: 'forwards' | 'backwards'; limit?: number } = {},
  ): AsyncGenerator<RecordedEvent> {
    const { direction = 'forwards', limit = Infinity } = options;
    const from = options.from === undefined ? null : BigInt(options.from);
    if (limit <= 0) return;
    const range = { from, direction, limit: Math.min(limit, Number.MAX_SAFE_INTEGER) };
    for await (const item of this.#client.readStream(stream, range)) {
      const event = recordedEvent(item);
      if (event) yield event;
    }
  }

  async *readAll(options: { after?: bigint; limit?: number; filter?: LogFilter } = {}): AsyncGenerator<RecordedEvent> {
    const { after = 0n, limit = Infinity, filter = {} } = options;
    let left = limit;
    if (left <= 0) return;
    for await (const item of this.#client.readAll(after)) {
      const event = recordedEvent(item);
      if (!event || event.position <= after || !passes(event, filter)) continue;
      yield event;
      if (--left <= 0) return;
    }
  }

  async *readAllBackwards(
    options: { before?: bigint; limit?: number; filter?: LogFilter } = {},
  ): AsyncGenerator<RecordedEvent> {
    const { before, limit = Infinity, filter = {} } = options;
    let left = limit;
    if (left <= 0) return;
    for await (const item of this.#client.readAllBackwards(before)) {
      const event = recordedEvent(item);
      if (!event || (before !== undefined && event.position >= before) || !passes(event, filter)) continue;
      yield event;
      if (--left <= 0) return;
    }
  }

  async *subscribe(options: { after: bigint; filter?: LogFilter; signal: AbortSignal }): AsyncGenerator<Delivery> {
    const { filter = {} } = options;
    const signal = AbortSignal.any([options.signal, this.#closing.signal]);
    let position = options.after;
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        for await (const delivery of this.#client.follow(position, filter, { window: this.#window, signal })) {
          attempt = 0;
          if ('event' in delivery) position = delivery.event.position;
          if ('checkpoint' in delivery) position = delivery.checkpoint;
          yield delivery;
        }
      } catch (error) {
        if (!(error instanceof LogUnavailable)) throw error;
      }
      await pause(backoffMs(attempt), signal);
    }
  }

  /** The server cannot look up events by id or time, so both read through the log. */
  async find(id: string): Promise<RecordedEvent | null> {
    for await (const item of this.#client.readAllBackwards()) {
      const event = recordedEvent(item);
      if (event?.id === id.toLowerCase()) return event;
    }

    return null;
  }

  async lastBy(instant: Date): Promise<RecordedEvent | null> {
    let last: RecordedEvent | null = null;
    for await (const event of this.readAll()) {
      if (Date.parse(event.metadata.at) > instant.getTime()) break;
      last = event;
    }

    return last;
  }

  async head(): Promise<bigint> {
    let newest: bigint | null = null;
    // Down to the last known head at most: there may be many of the server's own events.
    for await (const item of this.#client.readAllBackwards()) {
      const position = logPosition(item);
      newest ??= position;
      // A different log has replaced this one.
      if (newest < this.#head) this.#head = 0n;
      const event = recordedEvent(item);
      if (event) this.#head = event.position;
      if (position <= this.#head) break;
    }

    return this.#head;
  }

  async id(): Promise<string | null> {
    for await (const event of this.readAll({ limit: 1 })) return event.id;

    return null;
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    await this.#client.close();
  }

  async #positionAt(stream: string, revision: number): Promise<bigint> {
    for await (const event of this.readStream(stream, { from: revision, limit: 1 })) return event.position;
    throw new LogUnavailable(`${this.#client.shown} does not show an event that it has stored in ${stream}`);
  }
}
