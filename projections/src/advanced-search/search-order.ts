import type { SearchSort } from '@earmark/contracts/search';
import type { Scan } from './episode-scanner.ts';
import type { Library, SearchedEpisodeFacts } from './library.ts';
import { countBits, type SegmentSet } from './segment-set.ts';
import type { WordsFound } from './word-search.ts';

/** A place in the order of results. */
export type ResultPlace = readonly [key: number, publishedMs: number, uuid: string];

export interface Ranked {
  readonly episode: SearchedEpisodeFacts;
  readonly place: ResultPlace;
}

/** The episodes of a scan in order: by key and then as in the library, the newest first, unknown dates last. */
export class Ranking {
  private readonly keys: Float64Array;
  private readonly order: Int32Array;

  constructor(
    private readonly library: Library,
    private readonly scan: Scan,
    sort: SearchSort,
    words: WordsFound | null,
  ) {
    const keys = (this.keys = keysOf(library, scan, sort, words));
    this.order = Int32Array.from(keys.keys());
    if (keys.some((key) => key !== 0)) this.order.sort((a, b) => keys[b]! - keys[a]! || a - b);
  }

  get length(): number {
    return this.order.length;
  }

  at(index: number): Ranked {
    const found = this.order[index]!;
    const episode = this.library.episodes[this.scan.found[found]!]!;

    return { episode, place: [this.keys[found]!, episode.publishedMs ?? -1e15, episode.uuid] };
  }

  slice(from: number, to: number): Ranked[] {
    return Array.from({ length: Math.max(0, Math.min(to, this.length) - from) }, (_, index) => this.at(from + index));
  }

  /** The index of the first one after a place; `length`: there is none. */
  after(place: ResultPlace): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comparePlaces(this.at(middle).place, place) > 0) high = middle;
      else low = middle + 1;
    }

    return low;
  }
}

function comparePlaces(a: ResultPlace, b: ResultPlace): number {
  if (a[0] !== b[0]) return b[0] - a[0];
  if (a[1] !== b[1]) return b[1] - a[1];

  return a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0;
}

function keysOf(library: Library, scan: Scan, sort: SearchSort, words: WordsFound | null): Float64Array {
  if (sort === 'mentions') return Float64Array.from(scan.mentions);
  if (sort === 'date' || words === null) return new Float64Array(scan.found.length);

  return relevance(library, scan, words);
}

/** As in BM25. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/**
 * BM25 with the episodes found as documents: for each word or phrase of the query, how many of the episode's passages have
 * it, against how many episodes do and how long the episode is. A long conversation that names a word in passing ranks below
 * a short one that is about it.
 */
function relevance({ episodes }: Library, { found, passages, segments }: Scan, { byLeaf }: WordsFound): Float64Array {
  const scores = new Float64Array(found.length);
  const counts = new Int32Array(found.length);
  let all = 0;
  for (let at = 0; at < found.length; at += 1) all += episodes[found[at]!]!.segments;
  const average = all / Math.max(1, found.length);
  for (const leaf of byLeaf.values()) {
    let having = 0;
    for (let at = 0; at < found.length; at += 1) {
      // A single word is found wherever it is.
      const count = leaf === segments ? passages[at]! : countBoth(episodes[found[at]!]!, segments!, leaf);
      counts[at] = count;
      if (count > 0) having += 1;
    }
    const rarity = Math.log(1 + (found.length - having + 0.5) / (having + 0.5)) + 0.1;
    for (let at = 0; at < found.length; at += 1) {
      const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * episodes[found[at]!]!.segments) / average;
      scores[at]! += (rarity * counts[at]! * (SATURATION + 1)) / (counts[at]! + SATURATION * length);
    }
  }

  return scores.map((score) => Math.round(score * 1e6) / 1e6);
}

function countBoth({ firstBit, segments }: SearchedEpisodeFacts, set: SegmentSet, leaf: SegmentSet): number {
  const end = (firstBit + segments + 31) >> 5;
  let count = 0;
  for (let at = firstBit >> 5; at < end; at += 1) count += countBits(set[at]! & leaf[at]!);

  return count;
}
