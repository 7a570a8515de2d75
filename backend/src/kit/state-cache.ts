import { LRUCache } from 'lru-cache';

const LIMIT_BYTES = 64 * 1024 * 1024;
/** What an entry costs besides what it holds. */
const ENTRY_BYTES = 500;

interface Entry {
  state: unknown;
  revision: number;
}

/** States of streams, the least recently used ones dropped beyond a number of bytes. Sound at any time: a load reads what is newer. */
export class StateCache {
  private readonly entries: LRUCache<string, Entry>;

  constructor(limitBytes = LIMIT_BYTES) {
    this.entries = new LRUCache({ maxSize: limitBytes });
  }

  get<State>(stream: string): { state: State; revision: number } | null {
    return (this.entries.get(stream) as { state: State; revision: number } | undefined) ?? null;
  }

  put(stream: string, entry: Entry, bytes: number): void {
    // The same entry may come back with a state that has grown: only a new one is measured.
    this.entries.delete(stream);
    this.entries.set(stream, entry, { size: Math.ceil(bytes) + ENTRY_BYTES });
  }

  drop(stream: string): void {
    this.entries.delete(stream);
  }
}
