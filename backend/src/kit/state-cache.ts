import { LRUCache } from 'lru-cache';

const LIMIT_BYTES = 64 * 1024 * 1024;
/** The overhead of an entry, in bytes. */
const ENTRY_BYTES = 500;

interface Entry {
  state: unknown;
  revision: number;
}

/**
 * States of streams. Drops the least recently used ones beyond a number of bytes. Stale entries are harmless: a load
 * reads newer events.
 */
export class StateCache {
  private readonly entries: LRUCache<string, Entry>;

  constructor(limitBytes = LIMIT_BYTES) {
    this.entries = new LRUCache({ maxSize: limitBytes });
  }

  get<State>(stream: string): { state: State; revision: number } | null {
    return (this.entries.get(stream) as { state: State; revision: number } | undefined) ?? null;
  }

  put(stream: string, entry: Entry, bytes: number): void {
    // The same entry may be set again with a state that has grown, but the cache measures only new entries.
    this.entries.delete(stream);
    this.entries.set(stream, entry, { size: Math.ceil(bytes) + ENTRY_BYTES });
  }

  drop(stream: string): void {
    this.entries.delete(stream);
  }
}
