import type { SeriesCard } from '@earmark/contracts/series';

const COUNT = 5;
// Fills up the list when the library is too small.
const WELL_KNOWN = ['The Changelog', 'Lex Fridman', 'Huberman Lab', 'Planet Money', 'Joe Rogan'];

/** Five names to search for: the largest podcasts of the library, then its hosts, then well-known names. */
export function quickPicksOf(cards: readonly SeriesCard[]): readonly string[] {
  const largest = cards.toSorted((one, other) => other.episodeCount - one.episodeCount);
  const names = largest.slice(0, COUNT - 1).map(({ name }) => name);
  const hosts = largest.flatMap(({ host }) => (host === null ? [] : [host]));

  return [...new Set([...names, ...hosts, ...WELL_KNOWN])].slice(0, COUNT);
}
