import type { ForeignEvents } from './event-log.ts';
import type { EventStoreClient } from './eventstore-client.ts';
import { logPosition } from './eventstore-events.ts';
import type { OwnStreams } from './eventstore-events.ts';

/** Events that one call counts. */
const MAX_COUNTED = 5_000;

/** Counts the events of other applications, each call from where the last one ended. */
export class ForeignCounter {
  readonly #client: EventStoreClient;
  readonly #streams: OwnStreams;
  readonly #head: () => Promise<bigint>;
  #count = 0;
  /** Everything up to here was counted; null: nothing. */
  #upTo: bigint | null = null;
  #counting: Promise<ForeignEvents> | null = null;

  /** `head`: the position of our own last event. */
  constructor(client: EventStoreClient, streams: OwnStreams, head: () => Promise<bigint>) {
    this.#client = client;
    this.#streams = streams;
    this.#head = head;
  }

  async count(): Promise<ForeignEvents> {
    this.#counting ??= this.#countOn().finally(() => (this.#counting = null));

    return this.#counting;
  }

  async #countOn(): Promise<ForeignEvents> {
    const { others } = this.#streams;
    if (!others) return { count: 0, isMore: false };
    const head = await this.#head();
    let counted = 0;
    for await (const item of this.#client.readAll({ from: this.#upTo, direction: 'forwards' }, others)) {
      const position = logPosition(item);
      if (position === null || (this.#upTo !== null && position <= this.#upTo)) continue;
      this.#count++;
      this.#upTo = position;
      if (++counted >= MAX_COUNTED) return { count: this.#count, isMore: true };
    }
    // The next call need not look at the rest of the log again.
    if (head > (this.#upTo ?? 0n)) this.#upTo = head;

    return { count: this.#count, isMore: false };
  }
}
