import { setTimeout as sleep } from 'node:timers/promises';
import { LogUnavailable, type EventLog, type RecordedEvent } from '@earmark/projections/event-log';

const RETRY_MS = 500;

/**
 * The event log as a command uses it: waits for a log that does not answer, and says so once. An append is repeated with
 * its ids, so it is stored once. Throws LogUnavailable after `patienceMs` without an answer.
 */
export class PatientLog implements EventLog {
  /** Appends that the log has stored. */
  appends = 0;

  private isClosed = false;

  constructor(
    private readonly log: EventLog,
    private readonly report: (line: string) => void,
    private readonly patienceMs: number,
  ) {}

  async append(...append: Parameters<EventLog['append']>): ReturnType<EventLog['append']> {
    const stored = await this.patiently(async () => this.log.append(...append));
    this.appends++;

    return stored;
  }

  readStream(...read: Parameters<EventLog['readStream']>): AsyncIterable<RecordedEvent> {
    return this.begun(() => this.log.readStream(...read));
  }

  readAll(...read: Parameters<EventLog['readAll']>): AsyncIterable<RecordedEvent> {
    return this.begun(() => this.log.readAll(...read));
  }

  readAllBackwards(...read: Parameters<EventLog['readAllBackwards']>): AsyncIterable<RecordedEvent> {
    return this.begun(() => this.log.readAllBackwards(...read));
  }

  async countCorrelated(...asked: Parameters<EventLog['countCorrelated']>): ReturnType<EventLog['countCorrelated']> {
    return this.patiently(async () => this.log.countCorrelated(...asked));
  }

  subscribe(...follow: Parameters<EventLog['subscribe']>): ReturnType<EventLog['subscribe']> {
    return this.log.subscribe(...follow);
  }

  async find(...[id]: Parameters<EventLog['find']>): ReturnType<EventLog['find']> {
    return this.patiently(async () => this.log.find(id));
  }

  async lastBy(instant: Date): ReturnType<EventLog['lastBy']> {
    return this.patiently(async () => this.log.lastBy(instant));
  }

  async countAfter(position: bigint, most: number): Promise<number> {
    return this.patiently(async () => this.log.countAfter(position, most));
  }

  async foreignEvents(): ReturnType<EventLog['foreignEvents']> {
    return this.patiently(async () => this.log.foreignEvents());
  }

  async head(): Promise<bigint> {
    return this.patiently(async () => this.log.head());
  }

  async id(): Promise<string | null> {
    return this.patiently(async () => this.log.id());
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.log.close();
  }

  /** Waits for the first event; an outage after that ends the read. */
  private async *begun(open: () => AsyncIterable<RecordedEvent>): AsyncGenerator<RecordedEvent> {
    const { events, first } = await this.patiently(async () => {
      const opened = open()[Symbol.asyncIterator]();
      return { events: opened, first: await opened.next() };
    });
    try {
      for (let next = first; !next.done; next = await events.next()) yield next.value;
    } finally {
      await events.return?.();
    }
  }

  private async patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const until = performance.now() + this.patienceMs;
    for (let hasReported = false; ; await sleep(RETRY_MS)) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof LogUnavailable) || this.isClosed || performance.now() >= until) throw error;
        if (!hasReported)
          this.report(`${error.message}; waiting for it for up to ${Math.round(this.patienceMs / 1000)} seconds`);
        hasReported = true;
      }
    }
  }
}
