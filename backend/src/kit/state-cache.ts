const LIMIT_BYTES = 64 * 1024 * 1024;
/** What an entry costs besides what it holds. */
const ENTRY_BYTES = 500;

interface Entry {
  state: unknown;
  revision: number;
}

/** States of streams, the least recently used ones dropped beyond a number of bytes. Sound at any time: a load reads what is newer. */
export class StateCache {
  private readonly entries = new Map<string, { entry: Entry; counted: number }>();
  private bytes = 0;

  constructor(private readonly limit = LIMIT_BYTES) {}

  get<State>(stream: string): { state: State; revision: number } | null {
    const found = this.entries.get(stream);
    if (!found) return null;
    this.entries.delete(stream);
    this.entries.set(stream, found);

    return found.entry as { state: State; revision: number };
  }

  put(stream: string, entry: Entry, bytes: number): void {
    this.drop(stream);
    const counted = bytes + ENTRY_BYTES;
    this.entries.set(stream, { entry, counted });
    this.bytes += counted;
    for (const [oldest] of this.entries) {
      if (this.bytes <= this.limit) break;
      this.drop(oldest);
    }
  }

  drop(stream: string): void {
    this.bytes -= this.entries.get(stream)?.counted ?? 0;
    this.entries.delete(stream);
  }
}
