import type { Request, Response } from 'express';
import { messageOf } from './pause.ts';

/** How long a browser waits before it reconnects. */
const RETRY_MS = 3000;
const HEARTBEAT_MS = 15_000;
/** Unsent bytes after which a slow reader is dropped; it reconnects with its last id. */
const MAX_UNSENT_BYTES = 1024 * 1024;

export interface ServerSentEventsOptions {
  /** How often it sends a heartbeat and checks whether the reader may still read. Default: 15 s. */
  readonly heartbeatMs?: number;
  /** False when the reader's role has changed or the reader is signed out; the reader may then reconnect. */
  readonly mayRead?: () => Promise<boolean>;
  /**
   * While the right to read cannot be checked (the database is down), the reader stays; the next heartbeat checks
   * again.
   */
  readonly report: (line: string) => void;
}

export interface ServerSentEvent {
  /** The value that the reader sends as `Last-Event-ID` when it reconnects. */
  readonly id?: string;
  /** Default: `message`. */
  readonly event?: string;
  readonly data: unknown;
}

/** One answer as a stream of events, until the reader goes or the stream is complete. */
export class ServerSentEvents {
  /** Aborted when either side ends the stream. */
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
    if (this.response.writableLength > MAX_UNSENT_BYTES) this.response.destroy();
  }

  /** Says that nothing follows, so that the reader does not reconnect. */
  complete(data: unknown = {}): void {
    this.send({ event: 'complete', data });
    this.end();
  }

  /** Ends the connection; the reader will reconnect. */
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
      report(`server-sent events: could not check whether the reader may still read: ${messageOf(error)}`);
    }
  }
}

/** The reader's last event id without the prefix; null when it sends none, or not that prefix and a number. */
export function lastSeenOf(request: Request, prefix = ''): bigint | null {
  const last = request.get('last-event-id');
  const number = last?.startsWith(prefix) ? last.slice(prefix.length) : '';

  return /^\d{1,30}$/.test(number) ? BigInt(number) : null;
}
