/** Of what is remembered of words. */
const MOST_BYTES = 48 * 1024 * 1024;

interface Remembered {
  readonly bytes: Buffer;
  readonly hasPlaces: boolean;
  /** The last chunk that was there when they were read. */
  readonly upTo: number;
}

/**
 * Where the words that were searched last stand. Rows of words are only ever added, so what is remembered stays true, and
 * only newer chunks are read.
 */
export class RememberedPostings {
  private readonly byWord = new Map<string, Remembered>();
  private size = 0;

  /** `hasPlaces` false: with or without. */
  find(word: string, hasPlaces: boolean): Remembered | null {
    const known = this.byWord.get(word);
    if (!known || (hasPlaces && !known.hasPlaces)) return null;
    this.byWord.delete(word);
    this.byWord.set(word, known);

    return known;
  }

  set(word: string, postings: Remembered): void {
    this.forget(word);
    this.byWord.set(word, postings);
    this.size += sizeOf(postings);
    for (const oldest of this.byWord.keys()) {
      if (this.size <= MOST_BYTES) break;
      this.forget(oldest);
    }
  }

  clear(): void {
    this.byWord.clear();
    this.size = 0;
  }

  private forget(word: string): void {
    const known = this.byWord.get(word);
    if (known) this.size -= sizeOf(known);
    this.byWord.delete(word);
  }
}

/** Words that nobody says take room, too. */
const sizeOf = ({ bytes }: Remembered): number => bytes.length + 200;
