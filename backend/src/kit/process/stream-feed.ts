import type { EventLog, RecordedEvent } from '@earmark/projections/event-log';
import type { Request, Response } from 'express';
import { messageOf } from './pause.ts';
import { lastSeenOf, ServerSentEvents, type ServerSentEventsOptions } from './server-sent-events.ts';

interface Tail {
  readonly readers: Set<Reader>;
  readonly stopping: AbortController;
  /** Resolved once no later append can be missed. */
  readonly started: Promise<void>;
}

interface Reader {
  take(event: RecordedEvent): void;
  fail(error: unknown): void;
}

export interface StreamView {
  readonly stream: string;
  /** The data of an event for the reader; null to send nothing. */
  readonly describe: (event: RecordedEvent) => unknown;
  /** Whether the stream ends with this event, unless another one follows. */
  readonly isLast: (event: RecordedEvent) => boolean;
  /** Before the revision in the ids of the events. Default: none. */
  readonly idPrefix?: string;
}

/**
 * Streams for people to watch: a late viewer sees everything from the beginning, a returning one everything since, each
 * event once and in order. The log is followed once per stream, however many people watch it.
 */
export class StreamFeed {
  private readonly tails = new Map<string, Tail>();

  constructor(
    private readonly log: EventLog,
    private readonly report: (line: string) => void,
  ) {}

  /** Answers with the stream as server-sent events; 204 when the reader has already seen its end. */
  async serve(
    request: Request,
    response: Response,
    { stream, describe, isLast, idPrefix = '' }: StreamView,
    options: Omit<ServerSentEventsOptions, 'report'> = {},
  ): Promise<void> {
    const seen = lastSeenOf(request, idPrefix);
    let end = -1;
    for await (const last of this.log.readStream(stream, { direction: 'backwards', limit: 1 })) {
      end = last.revision;
      if (isLast(last) && seen !== null && seen >= BigInt(end)) return void response.status(204).end();
    }
    const events = new ServerSentEvents(response, { ...options, report: this.report });
    try {
      for await (const event of this.follow(stream, seen === null ? 0 : Number(seen) + 1, events.signal)) {
        const data = describe(event);
        if (data !== null) events.send({ id: `${idPrefix}${event.revision}`, data });
        if (event.revision >= end && isLast(event)) return events.complete();
      }
    } catch (error) {
      this.report(`stream ${stream}: ${messageOf(error)}`);
      events.end();
    }
  }

  /** The events of a stream from revision `from` on, until the signal is aborted. Throws LogUnavailable. */
  async *follow(stream: string, from: number, signal: AbortSignal): AsyncGenerator<RecordedEvent> {
    const arrived: RecordedEvent[] = [];
    let failure: { readonly error: unknown } | null = null;
    let wake = () => {};
    const reader: Reader = {
      take: (event) => {
        arrived.push(event);
        wake();
      },
      fail: (error) => {
        failure = { error };
        wake();
      },
    };
    const stop = () => wake();
    signal.addEventListener('abort', stop);
    const tail = this.join(stream, reader);
    try {
      await tail.started;
      let next = from;
      for await (const event of this.log.readStream(stream, { from })) {
        if (signal.aborted) return;
        next = event.revision + 1;
        yield event;
      }
      while (!signal.aborted) {
        const event = arrived.shift();
        if (event === undefined) {
          throwIfFailed(failure);
          await new Promise<void>((resolve) => (wake = resolve));
        } else if (event.revision >= next) {
          next = event.revision + 1;
          yield event;
        }
      }
    } finally {
      signal.removeEventListener('abort', stop);
      this.leave(stream, tail, reader);
    }
  }

  private join(stream: string, reader: Reader): Tail {
    let tail = this.tails.get(stream);
    if (!tail) {
      const stopping = new AbortController();
      const readers = new Set<Reader>();
      const head = this.log.head();
      tail = { readers, stopping, started: head.then(() => undefined) };
      this.tails.set(stream, tail);
      const { signal } = stopping;
      head
        .then(async (after) => this.deliver(stream, after, readers, signal))
        .catch((error: unknown) => {
          this.tails.delete(stream);
          for (const one of readers) one.fail(error);
        });
    }
    tail.readers.add(reader);

    return tail;
  }

  private leave(stream: string, tail: Tail, reader: Reader): void {
    tail.readers.delete(reader);
    if (tail.readers.size > 0) return;
    tail.stopping.abort();
    if (this.tails.get(stream) === tail) this.tails.delete(stream);
  }

  private async deliver(
    stream: string,
    after: bigint,
    readers: ReadonlySet<Reader>,
    signal: AbortSignal,
  ): Promise<void> {
    const filter = { streamPrefixes: [stream] };
    for await (const delivery of this.log.subscribe({ after, filter, signal }))
      if ('event' in delivery && delivery.event.stream === stream) for (const one of readers) one.take(delivery.event);
  }
}

function throwIfFailed(failure: { readonly error: unknown } | null): void {
  if (failure !== null) throw failure.error;
}
