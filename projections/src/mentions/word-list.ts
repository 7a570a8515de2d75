import type { Tables } from '../kit/tables.ts';
import type { WordTaker } from './segment-words.ts';

/** So many are remembered at once; one that was forgotten is written again, to no effect. */
const MOST_KNOWN = 200_000;
/** Slots, a power of two, for the words met last. */
const RECENT = 0x4000;

/**
 * The list of words by whose parts segments are found: those of all texts that were ever recorded or edited in, also where they
 * are gone since. So the list follows from the log alone, and only grows.
 */
export class WordList implements WordTaker {
  private readonly known = new Map<number, string>();
  /** The last known word whose key ends in these bits: most words of a text are the same few thousand. */
  private readonly recentKeys = new Int32Array(RECENT);
  private readonly recent = Array.from({ length: RECENT }, () => '');
  private fresh: string[] = [];

  take(folded: string, start: number, end: number, key: number): void {
    const slot = key & (RECENT - 1);
    if (this.recentKeys[slot] === key && isSame(this.recent[slot]!, folded, start, end, key)) return;
    const word = this.learn(folded, start, end, key);
    this.recentKeys[slot] = key;
    this.recent[slot] = word;
  }

  private learn(folded: string, start: number, end: number, key: number): string {
    const known = this.known.get(key);
    if (known !== undefined && isSame(known, folded, start, end, key)) return known;
    // A copy: a slice would keep the whole text.
    const word = Buffer.from(folded.slice(start, end)).toString();
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(key, word);
    this.fresh.push(word);

    return word;
  }

  async write(tables: Tables): Promise<void> {
    if (this.fresh.length === 0) return;
    await tables.query('insert into mentions_word (word) select unnest($1::text[]) on conflict do nothing', [
      this.fresh,
    ]);
    this.fresh = [];
  }
}

/** A key above 0 is of one word only. */
function isSame(word: string, folded: string, start: number, end: number, key: number): boolean {
  if (key > 0) return true;
  if (word.length !== end - start) return false;
  for (let index = 0; index < word.length; index += 1)
    if (word.charCodeAt(index) !== folded.charCodeAt(start + index)) return false;

  return true;
}
