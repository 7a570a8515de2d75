/** A query that must not run. The message says why, with advice. */
export class SearchRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SearchRefused';
  }
}
