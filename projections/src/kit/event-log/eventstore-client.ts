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
import type { Credentials, Filter, ReadPosition } from '@eventstore/db-client';
import type { PreparedEvent } from './append-request.ts';
import { backoffMs, pause } from './backoff.ts';
import { AppendTooLarge, LogUnavailable, MAX_APPEND_BYTES, WrongExpectedRevision } from './event-log.ts';
import type { Delivery, ExpectedRevision, LogFilter } from './event-log.ts';
import { NoAnswerInTime, malformedAddress, readAddress, within } from './eventstore-connection.ts';
import { commitOf, passes, recordedEvent } from './eventstore-events.ts';

const ANSWER_MS = 5_000;
const CLOSE_MS = 1_000;
const ATTEMPTS = 3;
/** Events that the client holds on each side of its decoder; it holds 16 undecoded besides. */
const READ_AHEAD = { highWaterMark: 4 };

export interface StreamRange {
  readonly from: bigint | null;
  readonly direction: 'forwards' | 'backwards';
  readonly limit: number;
}

/** The one place that knows the client's package. Everything here throws the port's errors. */
export class EventStoreClient {
  /** The server's address as it may stand in a message. */
  readonly shown: string;
  readonly #client: EventStoreDBClient;
  /**
   * Named with every append, because the client then makes a call of its own for it, with a deadline. Otherwise appends
   * share one stream, and those that wait in it when the connection is lost are rejected where nobody can handle it: the
   * process ends.
   */
  readonly #credentials: Credentials;

  /** Throws Error when the string is malformed. */
  constructor(connectionString: string) {
    try {
      this.#client = EventStoreDBClient.connectionString(connectionString);
    } catch (error) {
      throw malformedAddress(error);
    }
    const { shown, credentials } = readAddress(connectionString);
    this.shown = shown;
    this.#credentials = credentials;
  }

  async close(): Promise<void> {
    try {
      await within(this.#client.dispose(), CLOSE_MS, this.shown);
    } catch (error) {
      // The client waits for the end of its streams, which one that lost its connection may never tell.
      if (!(error instanceof NoAnswerInTime)) throw error;
    }
  }

  /** One try. The server may leave the position of a repeated append out: null. */
  async append(
    stream: string,
    events: readonly PreparedEvent[],
    expected: ExpectedRevision,
  ): Promise<{ revision: number; position: bigint | null }> {
    const options = {
      expectedRevision: expected === 'no-stream' ? NO_STREAM : BigInt(expected),
      deadline: ANSWER_MS,
      credentials: this.#credentials,
    } as const;
    try {
      const appending = this.#client.appendToStream(stream, events.map(toClientEvent), options);
      const { nextExpectedRevision, position } = await within(appending, ANSWER_MS + 1_000, this.shown);

      return { revision: Number(nextExpectedRevision), position: commitOf(position) };
    } catch (error) {
      if (error instanceof MaxAppendSizeExceededError) throw new AppendTooLarge(stream, MAX_APPEND_BYTES);
      if (!(error instanceof WrongExpectedVersionError)) throw this.#translated(error);
      const { actualVersion } = error;
      throw new WrongExpectedRevision(
        stream,
        expected,
        typeof actualVersion === 'bigint' ? Number(actualVersion) : null,
      );
    }
  }

  /** Nothing when the stream does not exist. */
  readStream(stream: string, { from, direction, limit }: StreamRange): AsyncGenerator<unknown> {
    const forwards = direction === 'forwards';
    const range = {
      fromRevision: from ?? (forwards ? START : END),
      direction: forwards ? FORWARDS : BACKWARDS,
      maxCount: limit,
    } as const;

    return this.#items(() => this.#client.readStream(stream, range, READ_AHEAD));
  }

  /** From the event at `from` itself; 0n: from the start. */
  readAll(from: bigint): AsyncGenerator<unknown> {
    return this.#items(() => this.#client.readAll({ fromPosition: positionOf(from) }, READ_AHEAD));
  }

  /** From the end, or from the event at `from`, which may come or not. */
  readAllBackwards(from?: bigint): AsyncGenerator<unknown> {
    const fromPosition = from === undefined ? END : positionOf(from);

    return this.#items(() => this.#client.readAll({ fromPosition, direction: BACKWARDS }, READ_AHEAD));
  }

  /** Until the connection is lost or `signal` aborts. A checkpoint after every `window` events that were looked at. */
  async *follow(
    after: bigint,
    filter: LogFilter,
    { window, signal }: { window: number; signal: AbortSignal },
  ): AsyncGenerator<Delivery> {
    // In order with the events: pushed where the client has just passed on what came before.
    const serverFilter = serverFilterOf(filter, window, (checkpoint) => stream.push(new Interlude({ checkpoint })));
    const stream = this.#client.subscribeToAll({ fromPosition: positionOf(after), filter: serverFilter }, READ_AHEAD);
    const stop = () => stream.destroy();
    const late = setTimeout(() => stream.destroy(new LogUnavailable(`${this.shown} does not answer`)), ANSWER_MS);
    // The client may report more than one error; the first ends the loop below.
    stream.on('error', stop);
    stream.on('confirmation', () => clearTimeout(late));
    stream.on('caughtUp', () => stream.push(new Interlude({ caughtUp: true })));
    signal.addEventListener('abort', stop);
    const items: AsyncIterable<unknown> = stream;
    try {
      if (signal.aborted) return;
      for await (const item of items) {
        const event = item instanceof Interlude ? null : recordedEvent(item);
        if (item instanceof Interlude) yield item.delivery;
        if (event && event.position > after && passes(event, filter)) yield { event };
      }
    } catch (error) {
      if (!signal.aborted) throw this.#translated(error);
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
      await cancelled(stream.unsubscribe());
    }
  }

  /** Tries again when the connection is lost before anything has come. */
  async *#items(open: () => Cancellable): AsyncGenerator<unknown> {
    let begun = false;
    for (let attempt = 0; ; attempt++) {
      const stream = open();
      stream.on('error', () => stream.destroy());
      const iterator = stream[Symbol.asyncIterator]();
      try {
        for (;;) {
          const { done, value } = await within(iterator.next(), ANSWER_MS, this.shown);
          if (done) return;
          begun = true;
          yield value;
        }
      } catch (cause) {
        if (cause instanceof StreamNotFoundError) return;
        const error = this.#translated(cause);
        const mayHelp = error instanceof LogUnavailable && !(error instanceof NoAnswerInTime) && attempt + 1 < ATTEMPTS;
        if (begun || !mayHelp) throw error;
      } finally {
        await cancelled(stream.cancel());
        // Not destroyed: the client would keep a stream whose end has arrived and that nobody read to it.
        stream.resume();
      }
      await pause(backoffMs(attempt));
    }
  }

  #translated(error: unknown): unknown {
    if (error instanceof LogUnavailable || !isNativeError(error)) return error;
    // An error of the connection itself has a code but is not always made into one of the client's.
    if (!isCommandError(error) && !('code' in error)) return error;

    // For a connection that cannot be made the client tells much, and the reason in the midst of it.
    const reason = /Last error: (?:Error: )?(.+?)\. Resolution note/.exec(error.message)?.[1] ?? error.message;
    return new LogUnavailable(`the event log at ${this.shown} does not answer: ${reason}`, { cause: error });
  }
}

/** Something between the events of a subscription. */
class Interlude {
  constructor(readonly delivery: Delivery) {}
}

interface Cancellable extends AsyncIterable<unknown> {
  on(event: 'error', listener: () => void): unknown;
  destroy(): unknown;
  resume(): unknown;
  cancel(): Promise<void>;
}

/** Cancelling fails only where there was no connection to begin with, which the reader has been told. */
const cancelled = (cancelling: Promise<void>): Promise<void> => cancelling.catch(() => undefined);

const positionOf = (at: bigint): ReadPosition => (at === 0n ? START : { commit: at, prepare: at });

/** The client turns `data` into JSON and wants an object or array; `toJSON` lets any value through. */
const toClientEvent = ({ id, type, data, metadata }: PreparedEvent) =>
  jsonEvent({ id, type, data: { toJSON: () => data }, metadata });

/** What the server can leave out; the rest is left out here. */
function serverFilterOf(filter: LogFilter, window: number, onCheckpoint: (position: bigint) => void): Filter {
  const common = {
    maxSearchWindow: window,
    checkpointInterval: 1,
    checkpointReached: (_: unknown, { commit }: { commit: bigint }) => onCheckpoint(commit),
  };
  const { streamPrefixes, types } = filter;
  if (streamPrefixes?.length) return streamNameFilter({ ...common, prefixes: [...streamPrefixes] });
  if (types?.length) return eventTypeFilter({ ...common, prefixes: [...types] });

  return streamNameFilter({ ...common, regex: '^[^$]' });
}
