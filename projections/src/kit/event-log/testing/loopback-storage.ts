import { EventEmitter } from 'node:events';

export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface StoredEvent extends ProposedEvent {
  readonly stream: string;
  readonly revision: number;
  /** Offset of the record in the log's file: increasing, not dense. */
  readonly position: bigint;
}

export type Expectation = 'any' | 'no-stream' | 'stream-exists' | bigint;

export type AppendOutcome =
  | { readonly kind: 'stored'; readonly last: StoredEvent }
  | { readonly kind: 'wrong-expectation'; readonly actual: number | null }
  | { readonly kind: 'too-large' };

export const MAX_APPEND_SIZE = 1024 * 1024;
/** The server writes an event of its own (statistics) once per this many appends. */
const APPENDS_PER_SYSTEM_EVENT = 7;

/** What a node keeps: one log, in memory. Emits `appended`. */
export class LoopbackStorage extends EventEmitter {
  readonly all: StoredEvent[] = [];
  /** Streams with a tombstone. */
  readonly deleted = new Set<string>();
  readonly #streams = new Map<string, StoredEvent[]>();
  #offset = 0n;
  #appends = 0;

  /** Where the next record will begin. */
  get end(): bigint {
    return this.#offset;
  }

  stream(name: string): readonly StoredEvent[] {
    return this.#streams.get(name) ?? [];
  }

  append(stream: string, expected: Expectation, proposed: readonly ProposedEvent[]): AppendOutcome {
    const size = proposed.reduce(
      (sum, event) => sum + event.data.length + event.metadata.length + 2 * event.type.length,
      0,
    );
    if (size > MAX_APPEND_SIZE) return { kind: 'too-large' };

    const existing = this.stream(stream);
    const current = existing.length - 1;
    if (!isMet(expected, current)) {
      const last = repeated(existing, expected, proposed);

      return last ? { kind: 'stored', last } : { kind: 'wrong-expectation', actual: current < 0 ? null : current };
    }
    if (this.#appends++ % APPENDS_PER_SYSTEM_EVENT === 0) this.#store('$stats-127.0.0.1:2113', [statistics()]);
    const last = this.#store(stream, proposed);
    this.emit('appended');

    return { kind: 'stored', last };
  }

  /** As after a restore from a copy of its files that was made when the log had this many events. */
  goBackTo(length: number): void {
    this.#offset = this.all[length]?.position ?? this.#offset;
    this.all.length = length;
    for (const events of this.#streams.values()) while ((events.at(-1)?.position ?? -1n) >= this.#offset) events.pop();
  }

  #store(stream: string, proposed: readonly ProposedEvent[]): StoredEvent {
    const events = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, events);
    for (const event of proposed) {
      const stored = { ...event, stream, revision: events.length, position: this.#offset };
      this.#offset += BigInt(100 + event.data.length + event.metadata.length);
      events.push(stored);
      this.all.push(stored);
    }
    const last = events.at(-1);
    if (!last) throw new Error(`an append of nothing to ${stream}`);

    return last;
  }
}

function isMet(expected: Expectation, current: number): boolean {
  if (expected === 'any') return true;
  if (expected === 'no-stream') return current < 0;
  if (expected === 'stream-exists') return current >= 0;

  return BigInt(current) === expected;
}

/** The last event of the same append, if it was made before. */
function repeated(
  existing: readonly StoredEvent[],
  expected: Expectation,
  proposed: readonly ProposedEvent[],
): StoredEvent | undefined {
  if (expected === 'any' || expected === 'stream-exists') return undefined;
  const first = expected === 'no-stream' ? 0 : Number(expected) + 1;
  if (!proposed.every(({ id }, index) => existing[first + index]?.id === id)) return undefined;

  return existing[first + proposed.length - 1];
}

const statistics = (): ProposedEvent => ({
  id: '00000000-0000-4000-8000-000000000000',
  type: '$statsCollected',
  contentType: 'application/json',
  data: Buffer.from('{"proc-cpu":1}'),
  metadata: new Uint8Array(),
});
