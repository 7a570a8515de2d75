import { KNOWN_WITHIN_MS, untilKnown } from './append-attempts.ts';
import { prepareAppend } from './append-request.ts';
import { backoffMs, pause } from './backoff.ts';
import { AppendUnknown, LogReplaced, LogUnavailable, UnreadablePosition } from './event-log.ts';
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
import { EventPlaces } from './event-places.ts';
import { EventStoreClient } from './eventstore-client.ts';
import { ForeignCounter } from './eventstore-foreign.ts';
import { EVERYTHING, logPosition, OwnStreams, passes, recordedEvent } from './eventstore-events.ts';

export interface EventStoreLogOptions {
  /** esdb://user:password@host:2113?tls=true, or several hosts separated by commas; without TLS no user. */
  readonly connectionString: string;
  /** Events that the server reads between two checkpoints of a subscription (default 500). */
  readonly pageSize?: number;
  /** Categories of the streams that belong to this log; null (default): there is nothing else on the server. */
  readonly categories?: readonly string[] | null;
  /** How long an append is repeated whose answer was lost. */
  readonly knownWithinMs?: number;
  /** The database that keeps the places of events by id, time and correlation id. Without one, looking them up reads the log. */
  readonly databaseUrl?: string | null;
  /** Keeps them at hand all the time; one process is enough. */
  readonly followsPlaces?: boolean;
}

/**
 * The event log on EventStoreDB 23.10 or newer, or KurrentDB. The user must be allowed to read `$all`.
 * Throws LogUnavailable when the server does not answer within 5 s or refuses us, Error when the string is malformed.
 */
export async function openEventStoreLog(options: EventStoreLogOptions): Promise<EventLog> {
  const log = eventStoreLog(options);
  try {
    await log.head();
  } catch (error) {
    await log.close();
    throw error;
  }

  return log;
}

/** Without asking whether the server answers. Throws Error when the string is malformed. */
export const eventStoreLog = (options: EventStoreLogOptions): EventLog => new EventStoreLog(options);

const nullWhenUnreadable = (error: unknown): null => {
  if (error instanceof UnreadablePosition) return null;
  throw error;
};

class EventStoreLog implements EventLog {
  readonly #client: EventStoreClient;
  readonly #window: number;
  readonly #streams: OwnStreams;
  readonly #knownWithinMs: number;
  readonly #places: EventPlaces | null;
  readonly #closing = new AbortController();
  readonly #foreign: ForeignCounter;
  #following: Promise<void> | null = null;

  constructor(options: EventStoreLogOptions) {
    const { connectionString, pageSize = 500, categories = null, knownWithinMs = KNOWN_WITHIN_MS } = options;
    this.#client = new EventStoreClient(connectionString);
    this.#window = pageSize;
    this.#streams = new OwnStreams(categories);
    this.#knownWithinMs = knownWithinMs;
    this.#foreign = new ForeignCounter(this.#client, this.#streams, async () => this.head());
    const placed = {
      id: async () => this.id(),
      readAll: (...read: Parameters<EventLog['readAll']>) => this.readAll(...read),
      at: async (position: bigint) => this.#at(position).catch(nullWhenUnreadable),
    };
    this.#places = options.databaseUrl ? new EventPlaces(placed, options.databaseUrl) : null;
    if (options.followsPlaces) this.#following = this.#places?.follow(this.#closing.signal) ?? null;
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    const prepared = prepareAppend(stream, events, expected);
    const withinMs = this.#knownWithinMs;

    return untilKnown(async () => {
      const { revision, position } = await this.#client.append(stream, prepared, expected, withinMs);

      return { revision, position: position ?? (await this.#positionAt(stream, revision)) };
    }, withinMs);
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
      const event = recordedEvent(item, this.#streams);
      if (event) yield event;
    }
  }

  async *readAll(options: { after?: bigint; limit?: number; filter?: LogFilter } = {}): AsyncGenerator<RecordedEvent> {
    const { after = 0n, limit = Infinity, filter = {} } = options;
    let left = limit;
    if (left <= 0) return;
    const range = { from: after === 0n ? null : after, direction: 'forwards' } as const;
    for await (const item of this.#client.readAll(range, this.#streams.filterOf(filter))) {
      const event = recordedEvent(item, this.#streams);
      if (!event || event.position <= after || !passes(event, filter)) continue;
      yield event;
      if (--left <= 0) return;
    }
  }

  async *readAllBackwards(options: BackwardsOptions = {}): AsyncGenerator<RecordedEvent> {
    const { before, limit = Infinity, filter = {}, correlationId } = options;
    let left = limit;
    if (left <= 0) return;
    const read =
      correlationId !== undefined && this.#places
        ? this.#correlated(this.#places, correlationId, before ?? null)
        : this.#before(before ?? null, filter);
    for await (const event of read) {
      if (before !== undefined && event.position >= before) continue;
      if (!passes(event, filter)) continue;
      if (correlationId !== undefined && event.metadata.correlationId !== correlationId) continue;
      yield event;
      if (--left <= 0) return;
    }
  }

  /** May begin with later events: the server reads only from the position of an event, and `before` may be any number. */
  async *#before(before: bigint | null, filter: LogFilter): AsyncGenerator<RecordedEvent> {
    const from = before === null ? null : ((await this.#places?.firstFrom(before)) ?? null);
    let begun = false;
    try {
      for await (const event of this.#backwards(from, filter)) {
        begun = true;
        yield event;
      }
    } catch (error) {
      // The places are those of the log that this one has replaced.
      if (begun || from === null || !(error instanceof UnreadablePosition)) throw error;
      yield* this.#backwards(null, filter);
    }
  }

  async *#backwards(from: bigint | null, filter: LogFilter): AsyncGenerator<RecordedEvent> {
    for await (const item of this.#client.readAll({ from, direction: 'backwards' }, this.#streams.filterOf(filter))) {
      const event = recordedEvent(item, this.#streams);
      if (event) yield event;
    }
  }

  async *#correlated(places: EventPlaces, correlationId: string, before: bigint | null): AsyncGenerator<RecordedEvent> {
    for await (const position of places.correlated(correlationId, before)) {
      const event = await this.#at(position);
      if (event) yield event;
    }
  }

  async countCorrelated(correlationIds: readonly string[], types: readonly string[]): Promise<CorrelatedCount[]> {
    if (this.#places) return this.#places.countCorrelated(correlationIds, types);
    const counts = new Map<string, CorrelatedCount>();
    for await (const { position, stream, type, metadata } of this.readAll({ filter: { types } })) {
      const { correlationId } = metadata;
      if (!correlationIds.includes(correlationId)) continue;
      const key = `${correlationId} ${stream} ${type}`;
      const { count = 0, first = position } = counts.get(key) ?? {};
      counts.set(key, { correlationId, stream, type, count: count + 1, first, last: position });
    }

    return [...counts.values()];
  }

  async *subscribe(options: { after: bigint; filter?: LogFilter; signal: AbortSignal }): AsyncGenerator<Delivery> {
    const { filter = {} } = options;
    const serverFilter = this.#streams.filterOf(filter);
    const signal = AbortSignal.any([options.signal, this.#closing.signal]);
    let position = options.after;
    /** The event at `after`, then the last one delivered; undefined until it was looked for. */
    let last: RecordedEvent | null | undefined;
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        if (last !== undefined) position = await this.#resumed(last, { from: options.after, upTo: position });
        else last = position === 0n ? null : await this.#at(position).catch(nullWhenUnreadable);
        const after = position;
        for await (const item of this.#client.follow(after, serverFilter, { window: this.#window, signal })) {
          attempt = 0;
          if ('checkpoint' in item) position = item.checkpoint;
          if (!('resolved' in item)) yield item;
          else {
            const event = recordedEvent(item.resolved, this.#streams);
            if (!event || event.position <= after || !passes(event, filter)) continue;
            last = event;
            position = event.position;
            yield { event };
          }
        }
      } catch (error) {
        if (!(error instanceof LogUnavailable)) throw error;
      }
      await pause(backoffMs(attempt), signal);
    }
  }

  /**
   * Where a lost subscription goes on: at the end of what it has read, unless the server, restored from older files
   * meanwhile, has nothing there; then after the last event. Throws LogReplaced when it does not have that either.
   */
  async #resumed(last: RecordedEvent | null, read: { from: bigint; upTo: bigint }): Promise<bigint> {
    if (last !== null && (await this.#at(last.position).catch(nullWhenUnreadable))?.id !== last.id)
      throw new LogReplaced(this.#client.shown);
    const known = last?.position ?? read.from;

    return read.upTo === known || (await this.#begins(read.upTo)) ? read.upTo : known;
  }

  /** Whether an event begins at this position, of whichever application. */
  async #begins(position: bigint): Promise<boolean> {
    try {
      for await (const item of this.#client.readAll({ from: position, direction: 'forwards' }, EVERYTHING))
        return logPosition(item) === position;
    } catch (error) {
      if (!(error instanceof UnreadablePosition)) throw error;
    }

    return false;
  }

  /** The server cannot look up events by id, time or correlation id. */
  async find(id: string): Promise<RecordedEvent | null> {
    const wanted = id.toLowerCase();
    if (this.#places) return this.#at(await this.#places.find(wanted));
    for await (const event of this.readAllBackwards()) if (event.id === wanted) return event;

    return null;
  }

  async lastBy(instant: Date): Promise<RecordedEvent | null> {
    if (this.#places) return this.#at(await this.#places.lastBy(instant));
    let last: RecordedEvent | null = null;
    for await (const event of this.readAll()) {
      if (Date.parse(event.metadata.at) > instant.getTime()) break;
      last = event;
    }

    return last;
  }

  async #at(position: bigint | null): Promise<RecordedEvent | null> {
    if (position === null) return null;
    const range = { from: position, direction: 'forwards' } as const;
    for await (const item of this.#client.readAll(range, this.#streams.filterOf({}))) {
      const event = recordedEvent(item, this.#streams);
      if (event) return event.position === position ? event : null;
    }

    return null;
  }

  async countAfter(position: bigint, most: number): Promise<number> {
    let count = 0;
    for await (const _ of this.readAll({ after: position, limit: most })) count++;

    return count;
  }

  async head(): Promise<bigint> {
    for await (const { position } of this.readAllBackwards({ limit: 1 })) return position;

    return 0n;
  }

  async foreignEvents(): Promise<ForeignEvents> {
    return this.#foreign.count();
  }

  async id(): Promise<string | null> {
    for await (const event of this.readAll({ limit: 1 })) return event.id;

    return null;
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    await this.#client.close();
    await this.#following;
    await this.#places?.close();
  }

  /** Of an event that the server says it has stored. */
  async #positionAt(stream: string, revision: number): Promise<bigint> {
    try {
      for await (const event of this.readStream(stream, { from: revision, limit: 1 })) return event.position;
    } catch (error) {
      if (error instanceof LogUnavailable) throw new AppendUnknown(error.message, { cause: error });
      throw error;
    }
    throw new AppendUnknown(`${this.#client.shown} does not show an event that it has stored in ${stream}`);
  }
}
