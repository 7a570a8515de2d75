import type { Request, Response } from 'express';
import { messageOf } from './pause.ts';

/** After which a browser that has lost its connection comes back. */
const RETRY_MS = 3000;
const HEARTBEAT_MS = 15_000;
/** A reader that is too slow is dropped; it reconnects with its last id. */
const MOST_UNSENT_BYTES = 1024 * 1024;

export interface ServerSentEventsOptions {
  /** How often it says that it is there, and asks whether its reader may still read. 15 s when left out. */
  readonly heartbeatMs?: number;
  /** False: the reader has another role by now, or is signed out; it may come back as what it is. */
  readonly mayRead?: () => Promise<boolean>;
  /** While nobody can say whether the reader may read (the database is away), it stays; the next heartbeat asks again. */
  readonly report: (line: string) => void;
}

export interface ServerSentEvent {
  /** What the reader says as `Last-Event-ID` when it comes back. */
  readonly id?: string;
  /** `message` when left out. */
  readonly event?: string;
  readonly data: unknown;
}

/** One answer as a stream of events, until the reader goes, or we have said all. */
export class ServerSentEvents {
  /** Aborted when the stream has ended, on either side. */
  readonly signal: AbortSignal;
  private readonly heartbeat: NodeJS.Timeout;

  constructor(
    private readonly response: Response,
    private readonly options: ServerSentEventsOptions,
  ) {
    const ended = new AbortController();
    this.signal = ended.signal;
    response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    response.write(`retry: ${RETRY_MS}\n\n`);
    this.heartbeat = setInterval(() => this.beat(), options.heartbeatMs ?? HEARTBEAT_MS);
    const end = () => {
      clearInterval(this.heartbeat);
      ended.abort(new Error('the reader has gone'));
    };
    response.on('close', end);
    if (response.closed) end();
  }

  send({ id, event, data }: ServerSentEvent): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    const head = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`;
    this.response.write(`${head}data: ${JSON.stringify(data)}\n\n`);
    if (this.response.writableLength > MOST_UNSENT_BYTES) this.response.destroy();
  }

  /** Nothing follows: the reader hangs up instead of coming back. */
  complete(data: unknown = {}): void {
    this.send({ event: 'complete', data });
    this.end();
  }

  /** The reader comes back. */
  end(): void {
    this.response.end();
  }

  private beat(): void {
    this.response.write(': still here\n\n');
    void this.endWithoutRight();
  }

  private async endWithoutRight(): Promise<void> {
    const { mayRead, report } = this.options;
    try {
      if (mayRead && !(await mayRead())) this.end();
    } catch (error) {
      report(`server-sent events: could not look whether the reader may still read: ${messageOf(error)}`);
    }
  }
}

/** The number that the reader has seen last; null when it comes for the first time, or says something else. */
export function lastSeenOf(request: Request): bigint | null {
  const last = request.get('last-event-id');

  return last !== undefined && /^\d{1,30}$/.test(last) ? BigInt(last) : null;
}
