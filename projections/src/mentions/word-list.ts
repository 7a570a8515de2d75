import type { Tables } from '../kit/tables.ts';
import type { WordTaker } from './segment-words.ts';

/** Words remembered at once; writing a forgotten one again has no effect. */
const MAX_KNOWN = 200_000;

/**
 * The list of words for finding segments by parts of words: the words of all texts ever recorded or edited, even if they
 * are gone since. The list therefore follows from the log alone, and only grows.
 */
export class WordList implements WordTaker {
  private readonly known = new Set<string>();
  private fresh: string[] = [];

  take(word: string): void {
    if (this.known.has(word)) return;
    // A copy: a slice would keep the whole text.
    const own = Buffer.from(word).toString();
    if (this.known.size >= MAX_KNOWN) this.known.clear();
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
