import { SearchRefused } from './search-refused.ts';

/** Of the server's own work for one search: meanwhile it answers nobody else. */
const LONGEST_MS = 1000;

/** The time that a search may compute for, without its waits for the database. */
export class TimeBudget {
  private left: number;
  private since = performance.now();

  constructor(longestMs = LONGEST_MS) {
    this.left = longestMs;
  }

  /** After a wait. */
  resume(): void {
    this.since = performance.now();
  }

  /** Throws SearchRefused. */
  check(): void {
    const now = performance.now();
    this.left -= now - this.since;
    this.since = now;
    if (this.left < 0)
      throw new SearchRefused('This search takes too long. Add a word, or choose a podcast or an entity.');
  }
}
