import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { EventId } from '@earmark/contracts/kit';
import type { Delivery, EventLog, LogFilter, NewEvent, RecordedEvent } from '../event-log.ts';

/** Of the streams in the contract, for an adapter that leaves out all others. */
export const CATEGORIES: readonly string[] = ['contract', 'kept', 'kept_%', 'keptX%', 'rest', 'back'];

/** A name that no other run has used, since a log may outlive a test. */
export const newStream = (category = 'contract'): string => `${category}-${randomUUID()}`;

export const newEventId = (): EventId => EventId.parse(randomUUID());

export const event = (data: unknown = { text: 'hello' }, type = 'Happened'): NewEvent => ({
  id: newEventId(),
  type,
  data,
  metadata: {
    actor: { kind: 'account', id: 'a1', name: 'Ada', role: 'admin' },
    at: '2026-01-31T12:00:00.000Z',
    correlationId: randomUUID(),
    causationId: newEventId(),
    reason: 'because',
    schemaVersion: 3,
    reverts: newEventId(),
  },
});

export const events = (count: number, type = 'Happened'): NewEvent[] =>
  Array.from({ length: count }, (_, index) => event({ index }, type));

/** An event of about this many bytes, metadata included. */
export const eventOfSize = (bytes: number): NewEvent => event({ text: 'x'.repeat(bytes) });

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);

  return collected;
}

export const idsOf = (recorded: readonly { id: string }[]): string[] => recorded.map(({ id }) => id);

export const readIds = async (log: EventLog, stream: string): Promise<string[]> =>
  idsOf(await collect(log.readStream(stream)));

/** Polls until the condition holds, leaving the processor to what it waits for. The test's time limit ends it. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await pause(10);
}

/** The error that refused an append; 'stored' when it succeeded. */
export const refusal = (appending: Promise<unknown>): Promise<unknown> =>
  appending.then(
    () => 'stored',
    (error: unknown) => error,
  );

/** Makes appends of two events each, one after the other, to a new stream. */
export async function write(log: EventLog, appends: number): Promise<void> {
  const stream = newStream();
  for (let index = 0; index < appends; index++)
    await log.append(stream, events(2), index === 0 ? 'no-stream' : 2 * index - 1);
}

/** A subscription that keeps its deliveries. */
export class Follower {
  readonly deliveries: Delivery[] = [];
  readonly done: Promise<void>;
  readonly #abort = new AbortController();
  readonly #waiting = new Set<() => void>();

  constructor(log: EventLog, options: { after: bigint; filter?: LogFilter }) {
    this.done = this.#follow(log.subscribe({ ...options, signal: this.#abort.signal }));
  }

  get events(): RecordedEvent[] {
    return this.deliveries.flatMap((delivery) => ('event' in delivery ? [delivery.event] : []));
  }

  get isCaughtUp(): boolean {
    return this.deliveries.some((delivery) => 'caughtUp' in delivery);
  }

  /** Resolves as soon as the condition holds; checked after every delivery. */
  async until(condition: (follower: Follower) => boolean): Promise<void> {
    while (!condition(this)) {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.add(resolve);
        this.done.then(() => reject(new Error('the subscription has ended')), reject);
      });
    }
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.done;
  }

  async #follow(deliveries: AsyncIterable<Delivery>): Promise<void> {
    for await (const delivery of deliveries) {
      this.deliveries.push(delivery);
      for (const wake of this.#waiting) wake();
      this.#waiting.clear();
    }
  }
}
