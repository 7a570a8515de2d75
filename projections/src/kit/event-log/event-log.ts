import type { EventId, EventMeta } from '@earmark/contracts/kit';

/** An event to append. `id` makes a repeated append harmless; the log adds `append` to the metadata. */
export interface NewEvent {
  readonly id: EventId;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: Omit<EventMeta, 'append'>;
}

export interface RecordedEvent {
  /** Order in the whole log; strictly increasing, not dense. */
  readonly position: bigint;
  readonly stream: string;
  /** Order in its stream, from 0, dense. */
  readonly revision: number;
  readonly id: EventId;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: EventMeta;
  /** Why it is not an event that Earmark wrote; `metadata` is then a placeholder. Decoders refuse it with this reason. */
  readonly malformed?: string;
}

/** The stream must not exist, or its last event must have this revision. */
export type ExpectedRevision = 'no-stream' | number;

/** How many events of one type a request recorded in one stream, and where the first and the last of them are. */
export interface CorrelatedCount {
  readonly correlationId: string;
  readonly stream: string;
  readonly type: string;
  readonly count: number;
  readonly first: bigint;
  readonly last: bigint;
}

export interface ForeignEvents {
  readonly count: number;
  readonly isMore: boolean;
}

export interface AppendResult {
  /** Revision and position of the last event of the append. */
  readonly revision: number;
  readonly position: bigint;
}

/** Only events whose stream has one of the prefixes and whose type is listed; either may be left out. */
export interface LogFilter {
  readonly streamPrefixes?: readonly string[];
  readonly types?: readonly string[];
}

export interface BackwardsOptions {
  readonly before?: bigint;
  readonly limit?: number;
  readonly filter?: LogFilter;
  /** Only events that belong together by this id. They are looked up, however long the log is. */
  readonly correlationId?: string;
}

/**
 * `checkpoint`: everything up to here was read, including what the filter skipped. `caughtUp`: what follows is live; it
 * may repeat after a lost connection.
 */
export type Delivery =
  { readonly event: RecordedEvent } | { readonly checkpoint: bigint } | { readonly caughtUp: true };

/** Streams of other applications on the same server are never delivered; see `foreignEvents`. */
export interface EventLog {
  /**
   * Appends `events` (at least one, to one stream, less than 1 MiB in total) atomically. Repeating the same ids with the
   * same expectation returns the first result and stores nothing; a lost connection is retried.
   * Throws WrongExpectedRevision, AppendTooLarge, UnstorableText, StreamDeleted, LogUnavailable (nothing was stored), AppendUnknown (it may
   * have been, and the same append again will tell), and Error for an id that is not a UUID or a
   * stream or type that is empty or starts with `$`.
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;
  /**
   * Forwards from revision `from` (default 0), or backwards from the end. Empty when the stream does not exist. Throws
   * StreamDeleted.
   */
  readStream(
    stream: string,
    options?: { from?: number; direction?: 'forwards' | 'backwards'; limit?: number },
  ): AsyncIterable<RecordedEvent>;
  /** Events after `after` (exclusive; 0n = from the start), in log order, up to what is there now. */
  readAll(options?: { after?: bigint; limit?: number; filter?: LogFilter }): AsyncIterable<RecordedEvent>;
  /** Events before `before` (exclusive; left out: from the end), newest first. */
  readAllBackwards(options?: BackwardsOptions): AsyncIterable<RecordedEvent>;
  /** What was recorded under these correlation ids, counted without reading the events; of the listed types only. */
  countCorrelated(correlationIds: readonly string[], types: readonly string[]): Promise<CorrelatedCount[]>;
  /**
   * Catches up after `after` (exclusive), then continues live until `signal` aborts. Survives lost connections:
   * delivers every event once, in order. A batch never ends inside an append unless the append is larger than a page.
   * Throws LogReplaced when, after a lost connection, the log is not the one that it has followed.
   */
  subscribe(options: { after: bigint; filter?: LogFilter; signal: AbortSignal }): AsyncIterable<Delivery>;
  /** The event with this id (its last copy); null when there is none. */
  find(id: EventId): Promise<RecordedEvent | null>;
  /**
   * The end of the log at `instant`: the last event before the first one, in log order, whose `at` is later. Null when there
   * is none.
   */
  lastBy(instant: Date): Promise<RecordedEvent | null>;
  /** How many events there are after `position`, counted up to `most`. */
  countAfter(position: bigint, most: number): Promise<number>;
  /** Position of the last event; 0n when the log is empty. */
  head(): Promise<bigint>;
  /**
   * How many events of other applications share the server with this log; `isMore`: at least this many, since a call
   * counts a limited number further.
   */
  foreignEvents(): Promise<ForeignEvents>;
  /** The log's id: the id of its first event. Null when the log is empty. */
  id(): Promise<string | null>;
  close(): Promise<void>;
}

/** Every append must be smaller than this, on every server. */
export const MAX_APPEND_BYTES = 1024 * 1024;

export class WrongExpectedRevision extends Error {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    /** Null: the stream does not exist. */
    readonly actual: number | null,
  ) {
    super(`stream ${stream} is at revision ${actual ?? 'none'}, expected ${expected}`);
    this.name = 'WrongExpectedRevision';
  }
}

export class AppendTooLarge extends Error {
  constructor(stream: string, bytes: number) {
    super(`an append of ${bytes} bytes to ${stream} is over the limit of ${MAX_APPEND_BYTES}`);
    this.name = 'AppendTooLarge';
  }
}

/** An event that Postgres cannot store: a text contains U+0000 or a lone surrogate. */
export class UnstorableText extends Error {
  constructor(stream: string, type: string) {
    super(`an event ${type} for ${stream} contains U+0000 or half of a surrogate pair`);
    this.name = 'UnstorableText';
  }
}

/** An operator deleted the stream for good on the server of the log (a tombstone), which Earmark never does. */
export class StreamDeleted extends Error {
  /** That of the answer to a call which needs it. */
  readonly code = 'event-unreadable';

  constructor(stream: string) {
    super(
      `The stream ${stream} was deleted for good on the server of the event log, so nothing that depends on it can be ` +
        'read or changed. An operator can restore the event log from a backup that was made before.',
    );
    this.name = 'StreamDeleted';
  }
}

/** The log did not answer, or refused for a reason on its side. */
export class LogUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LogUnavailable';
  }
}

/** The log no longer has an event that it has delivered: its server was restored from older files, say. */
export class LogReplaced extends Error {
  constructor(shown: string) {
    super(`the event log at ${shown} was replaced: it no longer has an event that was read from it`);
    this.name = 'LogReplaced';
  }
}

/** The server of the log begins no event at the position that it was to read from, or cannot read its own file there. */
export class UnreadablePosition extends LogUnavailable {}

/** The log took an append, or may have, and its answer was lost; within the time of the call it gave no other. */
export class AppendUnknown extends LogUnavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppendUnknown';
  }
}
