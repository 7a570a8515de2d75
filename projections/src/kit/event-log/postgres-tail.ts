import { once } from 'node:events';
import { Client } from 'pg';
import { backoffMs, pause } from './backoff.ts';

const POLL_MS = 1_000;

/**
 * Signals when the log has grown. One connection listens while anyone waits; it only wakes readers, who fetch the events
 * themselves, so the poll finds whatever a lost connection misses.
 */
export class PostgresTail {
  readonly #connectionString: string;
  readonly #waiting = new Set<() => void>();
  #listeners = 0;
  #stop: AbortController | null = null;
  #stopped: Promise<void> = Promise.resolve();
  #head = 0n;

  constructor(connectionString: string) {
    this.#connectionString = connectionString;
  }

  /** Listens until every returned function has been called. */
  listen(): () => Promise<void> {
    if (this.#listeners++ === 0) {
      this.#stop = new AbortController();
      this.#stopped = this.#follow(this.#stop.signal);
    }

    return async () => {
      if (--this.#listeners === 0) await this.stop();
    };
  }

  /** Ends the listening connection even if someone still waits. */
  async stop(): Promise<void> {
    this.#stop?.abort();
    await this.#stopped;
  }

  /** Resolves with the log's head once it is known to be beyond `position`; with null after a second, or on abort. */
  async beyond(position: bigint, signal: AbortSignal): Promise<bigint | null> {
    if (this.#head <= position) {
      const woken = new AbortController();
      const wake = () => woken.abort();
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
      if (!signal.aborted) await pause(POLL_MS, woken.signal);
      signal.removeEventListener('abort', wake);
      this.#waiting.delete(wake);
    }

    return this.#head > position ? this.#head : null;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      const client = new Client({
        connectionString: this.#connectionString,
        keepAlive: true,
        connectionTimeoutMillis: 5_000,
      });
      // A connection may fail more than once; without a listener the second failure would end the process.
      client.on('error', () => this.#wake());
      client.on('notification', ({ payload }) => {
        this.#head = BigInt(payload ?? 0);
        this.#wake();
      });
      const listening = async () => {
        await client.connect();
        await client.query('listen earmark_log');
        attempt = 0;
        this.#wake();
        await once(client, 'end', { signal });
      };
      // The subscriber learns of any database fault from its own reads.
      await listening().catch(() => undefined);
      const ended = new AbortController();
      await Promise.race([client.end().catch(() => undefined), pause(POLL_MS, ended.signal)]);
      ended.abort();
      await pause(backoffMs(attempt), signal);
    }
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }
}
