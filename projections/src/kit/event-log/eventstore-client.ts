import { isNativeError } from 'node:util/types';
import {
  AccessDeniedError,
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  MaxAppendSizeExceededError,
  NO_STREAM,
  NotLeaderError,
  START,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
  isCommandError,
  jsonEvent,
} from '@eventstore/db-client';
import type { Credentials, ReadPosition } from '@eventstore/db-client';
import type { PreparedEvent } from './append-request.ts';
import { backoffMs, pause } from './backoff.ts';
import {
  AppendTooLarge,
  AppendUnknown,
  LogUnavailable,
  MAX_APPEND_BYTES,
  StreamDeleted,
  UnreadablePosition,
  WrongExpectedRevision,
} from './event-log.ts';
import type { ExpectedRevision } from './event-log.ts';
import {
  NoAnswerInTime,
  isUnreadablePosition,
  malformedAddress,
  readAddress,
  within,
} from './eventstore-connection.ts';
import { commitOf } from './eventstore-events.ts';
import type { ServerFilter } from './eventstore-events.ts';
import { filteredRead, subscriptionFilter } from './eventstore-filtered-read.ts';
import type { AllRange } from './eventstore-filtered-read.ts';

const ANSWER_MS = 5_000;
/** The server may look at the whole log before it finds the first event of a type. */
const SEARCH_MS = 30_000;
const CLOSE_MS = 1_000;
const ATTEMPTS = 3;
/** Events that the client buffers on each side of its decoder, besides 16 undecoded ones. */
const READ_AHEAD = { highWaterMark: 4 };

export interface StreamRange {
  readonly from: bigint | null;
  readonly direction: 'forwards' | 'backwards';
  readonly limit: number;
}

/** Between the events of a subscription: everything up to here was read, or what follows is live. */
export type Interlude = { readonly checkpoint: bigint } | { readonly caughtUp: true };

/** With eventstore-filtered-read.ts, the only file that imports the client's package. Throws only the event log's own errors. */
export class EventStoreClient {
  /** The server's address without credentials, for messages. */
  readonly shown: string;
  readonly #client: EventStoreDBClient;
  /**
   * Passed with every append, because the client then makes a separate call with a deadline. Otherwise appends
   * share one stream, and those waiting in it when the connection is lost are rejected where nothing can catch it: the
   * process ends.
   */
  readonly #credentials: Credentials;

  /** Throws Error when the string is malformed. */
  constructor(connectionString: string) {
    try {
      this.#client = EventStoreDBClient.connectionString(inClientScheme(connectionString));
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
      // The client waits for its streams to end, which a stream that lost its connection may never do.
      if (!(error instanceof NoAnswerInTime)) throw error;
    }
  }

  /** A single attempt. Null when the server leaves out the position, as it may for a repeated append. */
  async append(
    stream: string,
    events: readonly PreparedEvent[],
    expected: ExpectedRevision,
    withinMs: number,
  ): Promise<{ revision: number; position: bigint | null }> {
    const answerMs = Math.min(ANSWER_MS, withinMs);
    const options = {
      expectedRevision: expected === 'no-stream' ? NO_STREAM : BigInt(expected),
      deadline: answerMs,
      credentials: this.#credentials,
    } as const;
    try {
      const appending = this.#client.appendToStream(stream, events.map(toClientEvent), options);
      const { nextExpectedRevision, position } = await within(appending, answerMs + 1_000, this.shown);

      return { revision: Number(nextExpectedRevision), position: commitOf(position) };
    } catch (error) {
      if (error instanceof MaxAppendSizeExceededError) throw new AppendTooLarge(stream, MAX_APPEND_BYTES);
      if (!(error instanceof WrongExpectedVersionError)) throw this.#appendFailed(error);
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

  /**
   * What the filter includes: from `from` on, or backwards what is before it. Throws UnreadablePosition unless an event
   * begins at `from`.
   */
  readAll(range: AllRange, filter: ServerFilter): AsyncGenerator<unknown> {
    return this.#items(() => filteredRead(this.#client, range, filter, READ_AHEAD), SEARCH_MS);
  }

  /** Runs until the connection is lost or `signal` aborts. Sends a checkpoint after every `window` events read. */
  async *follow(
    after: bigint,
    filter: ServerFilter,
    { window, signal }: { window: number; signal: AbortSignal },
  ): AsyncGenerator<Interlude | { readonly resolved: unknown }> {
    // Pushed into the stream at the point where the client has just delivered the events before it.
    const serverFilter = subscriptionFilter(filter, window, (checkpoint) => stream.push(new Pushed({ checkpoint })));
    const stream = this.#client.subscribeToAll({ fromPosition: positionOf(after), filter: serverFilter }, READ_AHEAD);
    const stop = () => stream.destroy();
    const late = setTimeout(() => stream.destroy(new LogUnavailable(`${this.shown} does not answer`)), ANSWER_MS);
    // The client may report more than one error; the first ends the loop below.
    stream.on('error', stop);
    stream.on('confirmation', () => clearTimeout(late));
    stream.on('caughtUp', () => stream.push(new Pushed({ caughtUp: true })));
    signal.addEventListener('abort', stop);
    const items: AsyncIterable<unknown> = stream;
    try {
      if (signal.aborted) return;
      for await (const item of items) yield item instanceof Pushed ? item.interlude : { resolved: item };
    } catch (error) {
      if (!signal.aborted) throw this.#translated(error);
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
      await cancelled(stream.unsubscribe());
    }
  }

  /** Retries when the connection is lost before anything has arrived. */
  async *#items(open: () => Cancellable, answerMs = ANSWER_MS): AsyncGenerator<unknown> {
    let begun = false;
    for (let attempt = 0; ; attempt++) {
      const stream = open();
      stream.on('error', () => stream.destroy());
      const iterator = stream[Symbol.asyncIterator]();
      try {
        for (;;) {
          const { done, value } = await within(iterator.next(), answerMs, this.shown);
          if (done) return;
          begun = true;
          yield value;
        }
      } catch (cause) {
        if (cause instanceof StreamNotFoundError) return;
        const error = this.#translated(cause);
        const mayHelp = error instanceof LogUnavailable && !isFinal(error) && attempt + 1 < ATTEMPTS;
        if (begun || !mayHelp) throw error;
      } finally {
        await cancelled(stream.cancel());
        // Drained rather than destroyed: the client keeps a stream whose end has arrived but was not read.
        stream.resume();
      }
      await pause(backoffMs(attempt));
    }
  }

  #appendFailed(cause: unknown): unknown {
    const error = this.#translated(cause);
    if (!(error instanceof LogUnavailable) || wasNeverTaken(cause)) return error;

    return new AppendUnknown(error.message, { cause: error });
  }

  #translated(error: unknown): unknown {
    if (error instanceof LogUnavailable || !isNativeError(error)) return error;
    if (error instanceof StreamDeletedError) return new StreamDeleted(error.streamName);
    // A connection error has a code but is not always wrapped in one of the client's errors.
    if (!isCommandError(error) && !('code' in error)) return error;

    // When it cannot connect, the client's message is long, with the reason in the middle.
    const reason = /Last error: (?:Error: )?(.+?)\. Resolution note/.exec(error.message)?.[1] ?? error.message;
    const message = `the event log at ${this.shown} does not answer: ${reason}`;

    return new (isUnreadablePosition(reason) ? UnreadablePosition : LogUnavailable)(message, { cause: error });
  }
}

/** The next attempt would fail in the same way. */
const isFinal = (error: LogUnavailable): boolean =>
  error instanceof NoAnswerInTime || error instanceof UnreadablePosition;

/** Tells an interlude from the events in the stream of a subscription. */
class Pushed {
  constructor(readonly interlude: Interlude) {}
}

interface Cancellable extends AsyncIterable<unknown> {
  on(event: 'error', listener: () => void): unknown;
  destroy(): unknown;
  resume(): unknown;
  cancel(): Promise<void>;
}

/** KurrentDB is the later name of EventStoreDB and speaks the same protocol, but this client knows only the first. */
const inClientScheme = (connectionString: string): string =>
  connectionString.trim().replace(/^kurrentdb(?=(\+discover)?:\/\/)/i, 'esdb');

/** True when the server refused the append, or there was no connection to send it through. */
const wasNeverTaken = (error: unknown): boolean =>
  error instanceof NotLeaderError ||
  error instanceof AccessDeniedError ||
  (isNativeError(error) &&
    /No connection established|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|Name resolution failed/.test(
      error.message,
    ));

/** Cancelling fails only without a connection, which the reader has already been told about. */
const cancelled = (cancelling: Promise<void>): Promise<void> => cancelling.catch(() => undefined);

const positionOf = (at: bigint): ReadPosition => (at === 0n ? START : { commit: at, prepare: at });

/** The client serialises `data` and requires an object or array; `toJSON` lets any value through. */
const toClientEvent = ({ id, type, data, metadata }: PreparedEvent) =>
  jsonEvent({ id, type, data: { toJSON: () => data }, metadata });
