import type { Tables } from '../kit/tables.ts';
import type { WordTaker } from './segment-words.ts';

/** So many are remembered at once; one that was forgotten is written again, to no effect. */
const MOST_KNOWN = 200_000;

/**
 * The list of words by whose parts segments are found: those of all texts that were ever recorded or edited in, also where they
 * are gone since. So the list follows from the log alone, and only grows.
 */
export class WordList implements WordTaker {
  private readonly known = new Set<string>();
  private fresh: string[] = [];

  take(word: string): void {
    if (this.known.has(word)) return;
    // A copy: a slice would keep the whole text.
    const own = Buffer.from(word).toString();
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.add(own);
    this.fresh.push(own);
  }

  async write(tables: Tables): Promise<void> {
    if (this.fresh.length === 0) return;
    await tables.query('insert into mentions_word (word) select unnest($1::text[]) on conflict do nothing', [
      this.fresh,
    ]);
    this.fresh = [];
  }
}
