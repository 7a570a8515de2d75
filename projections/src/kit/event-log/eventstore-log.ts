import { isNativeError } from 'node:util/types';
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  MaxAppendSizeExceededError,
  NO_STREAM,
  START,
  StreamNotFoundError,
  WrongExpectedVersionError,
  eventTypeFilter,
  isCommandError,
  jsonEvent,
  streamNameFilter,
} from '@eventstore/db-client';
import type { Credentials, Filter, ReadPosition, ReadStreamOptions } from '@eventstore/db-client';
import { prepareAppend } from './append-request.ts';
import type { PreparedEvent } from './append-request.ts';
import { backoffMs, pause } from './backoff.ts';
import { AppendTooLarge, LogUnavailable, MAX_APPEND_BYTES, WrongExpectedRevision } from './event-log.ts';
import type {
  AppendResult,
  Delivery,
  EventLog,
  ExpectedRevision,
  LogFilter,
  NewEvent,
  RecordedEvent,
} from './event-log.ts';
import { malformedAddress, readAddress, within } from './eventstore-connection.ts';
import { commitOf, logPosition, passes, recordedEvent } from './eventstore-events.ts';

export interface EventStoreLogOptions {
  /** esdb://user:password@host:2113?tls=true, or several hosts with commas between them. */
  readonly connectionString: string;
  /** Events that the server looks at between two checkpoints of a filtered subscription (500). */
  readonly pageSize?: number;
}

/**
 * The event log on EventStoreDB 23.10 or newer, or KurrentDB. It must be allowed to read `$all`.
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

const ANSWER_MS = 5_000;
const ATTEMPTS = 3;
/** Events that the client holds on each side of its decoder; it holds 16 undecoded besides. */
const READ_AHEAD = { highWaterMark: 4 };

/** Something between the events of a subscription. */
class Interlude {
  constructor(readonly delivery: Delivery) {}
}

class EventStoreLog implements EventLog {
  readonly #client: EventStoreDBClient;
  readonly #shown: string;
  /**
   * Named with every append, because the client then makes a call of its own for it, with a deadline. Otherwise appends share
   * one stream, and those that wait in it when the connection is lost are rejected where nobody can handle it: the process ends.
   */
  readonly #credentials: Credentials;
  readonly #pageSize: number;
  readonly #closing = new AbortController();
  #head = 0n;

  constructor({ connectionString, pageSize = 500 }: EventStoreLogOptions) {
    try {
      this.#client = EventStoreDBClient.connectionString(connectionString);
    } catch (error) {
      throw malformedAddress(error);
    }
    const { shown, credentials } = readAddress(connectionString);
    this.#shown = shown;
    this.#credentials = credentials;
    this.#pageSize = pageSize;
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    const prepared = prepareAppend(stream, events, expected);
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#appendOnce(stream, prepared, expected);
      } catch (cause) {
        const error = this.#translated(cause, stream, expected);
        // The same ids again: what was stored although its answer was lost is recognised by the server.
        if (!(error instanceof LogUnavailable) || attempt + 1 === ATTEMPTS) throw error;
        await pause(backoffMs(attempt));
      }
    }
  }

  async #appendOnce(
    stream: string,
    events: readonly PreparedEvent[],
    expected: ExpectedRevision,
  ): Promise<AppendResult> {
    const answer = await within(
      this.#client.appendToStream(stream, events.map(toClientEvent), {
        expectedRevision: expected === 'no-stream' ? NO_STREAM : BigInt(expected),
        deadline: ANSWER_MS,
        credentials: this.#credentials,
      }),
      ANSWER_MS + 1_000,
      this.#shown,
    );
    const revision = Number(answer.nextExpectedRevision);
    const position = commitOf(answer.position);
    if (position !== null) return { revision, position };

    for await (const event of this.readStream(stream, { from: revision, limit: 1 }))
      return { revision, position: event.position };
    throw new LogUnavailable(`${this.#shown} does not show an event that it has stored in ${stream}`);
  }

  async *readStream(
    stream: string,
    options: { from?: number; direction?: 'forwards' | 'backwards'; limit?: number } = {},
  ): AsyncGenerator<RecordedEvent> {
    const { from, direction = 'forwards', limit = Number.MAX_SAFE_INTEGER } = options;
    if (limit <= 0) return;
    const forwards = direction === 'forwards';
    const end = forwards ? START : END;
    const request: ReadStreamOptions = {
      fromRevision: from === undefined ? end : BigInt(from),
      direction: forwards ? FORWARDS : BACKWARDS,
      maxCount: limit,
    };
    yield* this.#read(() => this.#client.readStream(stream, request, READ_AHEAD));
  }

  async *readAll(options: { after?: bigint; limit?: number; filter?: LogFilter } = {}): AsyncGenerator<RecordedEvent> {
    const { after = 0n, limit = Infinity, filter = {} } = options;
    let left = limit;
    if (left <= 0) return;
    for await (const event of this.#read(() => this.#client.readAll({ fromPosition: positionOf(after) }, READ_AHEAD))) {
      // The server begins with the event at `after` itself.
      if (event.position <= after || !passes(event, filter)) continue;
      yield event;
      if (--left <= 0) return;
    }
  }

  async *subscribe(options: { after: bigint; filter?: LogFilter; signal: AbortSignal }): AsyncGenerator<Delivery> {
    const signal = AbortSignal.any([options.signal, this.#closing.signal]);
    let position = options.after;
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        for await (const delivery of this.#follow(position, options.filter ?? {}, signal)) {
          attempt = 0;
          if ('event' in delivery) position = delivery.event.position;
          if ('checkpoint' in delivery) position = delivery.checkpoint;
          yield delivery;
        }
      } catch (cause) {
        if (signal.aborted) return;
        const error = this.#translated(cause);
        if (!(error instanceof LogUnavailable)) throw error;
      }
      await pause(backoffMs(attempt), signal);
    }
  }

  async head(): Promise<bigint> {
    let newest: bigint | null = null;
    const backwards = () => this.#client.readAll({ direction: BACKWARDS, fromPosition: END }, READ_AHEAD);
    // Down to the last known head at most: the server's own events may be many.
    for await (const item of this.#items(backwards)) {
      const position = logPosition(item);
      newest ??= position;
      // Another log has come in this one's place.
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
    await this.#client.dispose();
  }

  async *#follow(after: bigint, filter: LogFilter, signal: AbortSignal): AsyncGenerator<Delivery> {
    // In order with the events: pushed where the client has just passed on what came before.
    const options = {
      fromPosition: positionOf(after),
      filter: this.#serverFilter(filter, (position) => stream.push(new Interlude({ checkpoint: position }))),
    };
    const stream = this.#client.subscribeToAll(options, READ_AHEAD);
    const stop = () => stream.destroy();
    const late = setTimeout(() => stream.destroy(new LogUnavailable(`${this.#shown} does not answer`)), ANSWER_MS);
    // The client may report more than one error; the first ends the loop below.
    stream.on('error', stop);
    stream.on('confirmation', () => clearTimeout(late));
    stream.on('caughtUp', () => stream.push(new Interlude({ caughtUp: true })));
    signal.addEventListener('abort', stop);
    try {
      if (signal.aborted) return;
      const items: AsyncIterable<unknown> = stream;
      for await (const item of items) {
        if (item instanceof Interlude) yield item.delivery;
        const event = item instanceof Interlude ? null : recordedEvent(item);
        if (event && event.position > after && passes(event, filter)) yield { event };
      }
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
      await cancelled(stream.unsubscribe());
    }
  }

  /** What the server can leave out; the rest is left out here. */
  #serverFilter({ streamPrefixes, types }: LogFilter, onCheckpoint: (position: bigint) => void): Filter {
    const common = {
      maxSearchWindow: this.#pageSize,
      checkpointInterval: 1,
      checkpointReached: (_: unknown, { commit }: { commit: bigint }) => onCheckpoint(commit),
    };
    if (streamPrefixes) return streamNameFilter({ ...common, prefixes: [...streamPrefixes] });
    if (types) return eventTypeFilter({ ...common, prefixes: [...types] });

    return streamNameFilter({ ...common, regex: '^[^$]' });
  }

  async *#read(open: () => Cancellable): AsyncGenerator<RecordedEvent> {
    for await (const item of this.#items(open)) {
      const event = recordedEvent(item);
      if (event) yield event;
    }
  }

  /** Nothing when the stream does not exist. Throws LogUnavailable, after trying again if nothing had come yet. */
  async *#items(open: () => Cancellable): AsyncGenerator<unknown> {
    let begun = false;
    for (let attempt = 0; ; attempt++) {
      const stream = open();
      stream.on('error', () => stream.destroy());
      const iterator = stream[Symbol.asyncIterator]();
      try {
        for (;;) {
          const { done, value } = await within(iterator.next(), ANSWER_MS, this.#shown);
          if (done) return;
          begun = true;
          yield value;
        }
      } catch (cause) {
        if (cause instanceof StreamNotFoundError) return;
        const error = this.#translated(cause);
        if (begun || !(error instanceof LogUnavailable) || attempt + 1 === ATTEMPTS) throw error;
      } finally {
        stream.destroy();
        await cancelled(stream.cancel());
      }
      await pause(backoffMs(attempt));
    }
  }

  #translated(error: unknown, stream = '', expected: ExpectedRevision = 'no-stream'): unknown {
    if (error instanceof LogUnavailable) return error;
    if (error instanceof WrongExpectedVersionError) {
      const { actualVersion } = error;

      return new WrongExpectedRevision(
        stream,
        expected,
        typeof actualVersion === 'bigint' ? Number(actualVersion) : null,
      );
    }
    if (error instanceof MaxAppendSizeExceededError) return new AppendTooLarge(stream, MAX_APPEND_BYTES);
    if (!isNativeError(error) || !(isCommandError(error) || 'code' in error)) return error;

    return new LogUnavailable(`the event log at ${this.#shown} does not answer: ${error.message}`, { cause: error });
  }
}

interface Cancellable extends AsyncIterable<unknown> {
  on(event: 'error', listener: () => void): unknown;
  destroy(): unknown;
  cancel(): Promise<void>;
}

const positionOf = (after: bigint): ReadPosition => (after === 0n ? START : { commit: after, prepare: after });

/** The client turns `data` into JSON and wants an object or array; `toJSON` lets any value through. */
const toClientEvent = ({ id, type, data, metadata }: PreparedEvent) =>
  jsonEvent({ id, type, data: { toJSON: () => data }, metadata });

/** Cancelling fails only where there was no connection to begin with, which the reader has been told. */
const cancelled = (cancelling: Promise<void>): Promise<void> => cancelling.catch(() => undefined);
