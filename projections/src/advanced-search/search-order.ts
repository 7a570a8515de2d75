import type { SearchSort } from '@earmark/contracts/search';
import { countPassages, type EpisodeHits } from './search-evaluation.ts';
import { countBits, type SegmentSet } from './segment-set.ts';
import type { WordsFound } from './word-search.ts';

/** A place in the order of results. */
export type ResultPlace = readonly [key: number, publishedMs: number, uuid: string];

export interface Ranked {
  readonly hits: EpisodeHits;
  readonly place: ResultPlace;
}

/** In order: by `key` and then by publication, both descending, unknown dates last, then by uuid. */
export function rank(all: readonly EpisodeHits[], sort: SearchSort, words: WordsFound | null): Ranked[] {
  const keyOf = keyFor(all, sort, words);

  return all
    .map((hits): Ranked => ({ hits, place: [keyOf(hits), hits.episode.publishedMs ?? -1e15, hits.episode.uuid] }))
    .sort((a, b) => comparePlaces(a.place, b.place));
}

export function comparePlaces(a: ResultPlace, b: ResultPlace): number {
  if (a[0] !== b[0]) return b[0] - a[0];
  if (a[1] !== b[1]) return b[1] - a[1];

  return a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0;
}

function keyFor(
  all: readonly EpisodeHits[],
  sort: SearchSort,
  words: WordsFound | null,
): (hits: EpisodeHits) => number {
  if (sort === 'mentions') return ({ counts }) => counts.reduce((sum, count) => sum + count, 0);
  if (sort === 'date' || words === null) return () => 0;

  return relevance(all, words);
}

/** As in BM25. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/**
 * BM25 with the episodes found as documents: for each word or phrase of the query, how many of the episode's passages have
 * it, against how many episodes do and how long the episode is. A long conversation that names a word in passing ranks below
 * a short one that is about it.
 */
function relevance(all: readonly EpisodeHits[], { byLeaf }: WordsFound): (hits: EpisodeHits) => number {
  const average = all.reduce((sum, { episode }) => sum + episode.segments, 0) / Math.max(1, all.length);
  const scores = new Map<EpisodeHits, number>();
  for (const leaf of byLeaf.values()) {
    const passages = all.map((hits) => countBoth(hits, leaf));
    const having = passages.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
    const rarity = Math.log(1 + (all.length - having + 0.5) / (having + 0.5)) + 0.1;
    for (const [index, hits] of all.entries()) {
      const count = passages[index]!;
      const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * hits.episode.segments) / average;
      const score = (rarity * count * (SATURATION + 1)) / (count + SATURATION * length);
      scores.set(hits, (scores.get(hits) ?? 0) + score);
    }
  }

  return (hits) => Math.round((scores.get(hits) ?? 0) * 1e6) / 1e6;
}

function countBoth({ passages, episode }: EpisodeHits, leaf: SegmentSet): number {
  const first = episode.firstBit >> 5;
  let count = 0;
  for (let index = 0; index < passages.length; index += 1) count += countBits(passages[index]! & leaf[first + index]!);

  return count;
}

export const totalPassages = (all: readonly EpisodeHits[]): number =>
  all.reduce((sum, hits) => sum + countPassages(hits), 0);
