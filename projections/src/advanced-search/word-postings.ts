import { eachPostedSegment, readPlaces, type PostingBounds } from '../passages/posting-reader.ts';
import { MOST_PLACES } from '../passages/posting.ts';
import type { Library, ShownChunk } from './library.ts';
import { addSegment, type SegmentSet } from './segment-set.ts';
import type { TimeBudget } from './time-budget.ts';
import { countsIn, type Places } from './word-places.ts';
import type { TermWord } from './word-plan.ts';

/** Where a word stands, chunk by chunk, ascending: see `readPostings`. */
export class WordPostings implements PostingBounds {
  /** Of the current chunk; Infinity after the last one. */
  chunk = -1;
  segmentsAt = 0;
  segmentsEnd = 0;
  placesAt = 0;
  private end = 0;

  constructor(readonly bytes: Buffer) {}

  /** Goes to the first chunk. */
  begin(): this {
    this.end = 0;
    this.next();

    return this;
  }

  next(): void {
    const { bytes, end } = this;
    if (end >= bytes.length) {
      this.chunk = Infinity;
      return;
    }
    this.chunk = bytes.readInt32BE(end);
    this.segmentsAt = end + 8;
    this.segmentsEnd = this.segmentsAt + bytes.readInt32BE(end + 4);
    this.placesAt = this.segmentsEnd + 4;
    this.end = this.placesAt + bytes.readInt32BE(this.segmentsEnd);
  }

  /** Goes on to the chunk, or to the next one after it. */
  goTo(chunk: number): void {
    while (this.chunk < chunk) this.next();
  }

  /** In bytes. */
  get placesLength(): number {
    return this.end - this.placesAt;
  }
}

/** Adds the segments with one of the words. */
export function addWord(
  set: SegmentSet,
  { words }: TermWord,
  postings: ReadonlyMap<string, WordPostings>,
  library: Library,
  budget: TimeBudget,
): void {
  for (const [word, stemmers] of words) {
    const own = postings.get(word);
    if (!own) continue;
    budget.check();
    for (own.begin(); own.chunk !== Infinity; own.next()) {
      const shown = library.chunks[own.chunk];
      if (shown === undefined || !countsIn(stemmers, shown.episode.stemmer)) continue;
      const { firstBit, bitOf } = shown;
      eachPostedSegment(own.bytes, own.segmentsAt, own.segmentsEnd, (segment) => {
        const bit = bitOf === null ? firstBit + segment : bitOf[segment]!;
        if (bit !== -1) addSegment(set, bit);
      });
    }
  }
}

/** Adds the segments in which some places are. */
export function addPlaces(set: SegmentSet, { firstBit, bitOf }: ShownChunk, places: Places): void {
  for (let at = 0; at < places.length; at += 1) {
    const segment = Math.floor(places[at]! / MOST_PLACES);
    const bit = bitOf === null ? firstBit + segment : bitOf[segment]!;
    if (bit !== -1) addSegment(set, bit);
  }
}

/** Any of some words at a place of a term. */
class WordsAtPlace {
  readonly place: number;
  /** With the stemmers for whose languages each counts. */
  private readonly words: readonly { postings: WordPostings; stemmers: ReadonlySet<string> | null }[];
  private places = new Int32Array(0);

  constructor({ place, words }: TermWord, postings: ReadonlyMap<string, WordPostings>) {
    this.place = place;
    this.words = [...words].flatMap(([word, stemmers]) => {
      const own = postings.get(word);

      // Read beside others: a word may stand at several places of a query.
      return own ? [{ postings: new WordPostings(own.bytes).begin(), stemmers }] : [];
    });
  }

  /** How much there is to read. */
  get size(): number {
    return this.words.reduce((sum, { postings }) => sum + postings.bytes.length, 0);
  }

  /** The next chunk with one of the words, from `chunk` on; Infinity: there is none. */
  nextChunk(chunk: number): number {
    let next = Infinity;
    for (const { postings } of this.words) {
      postings.goTo(chunk);
      if (postings.chunk < next) next = postings.chunk;
    }

    return next;
  }

  /** In a chunk, ascending; overwritten by the next call. */
  placesIn(chunk: number, stemmer: string | null): Int32Array {
    const here = this.words.filter(({ postings, stemmers }) => postings.chunk === chunk && countsIn(stemmers, stemmer));
    const most = here.reduce((sum, { postings }) => sum + postings.placesLength, 0);
    if (most > this.places.length) this.places = new Int32Array(most * 2);
    let length = 0;
    for (const { postings } of here) length = readPlaces(postings.bytes, postings, this.places, length);
    const places = this.places.subarray(0, length);

    return here.length > 1 ? places.sort() : places;
  }
}

/** Where words in a row begin, chunk by chunk. */
export class TermPlaces {
  /** Those with the least to read first: they leave the least to look for. */
  private readonly words: readonly WordsAtPlace[];

  constructor(words: readonly TermWord[], postings: ReadonlyMap<string, WordPostings>) {
    this.words = words.map((word) => new WordsAtPlace(word, postings)).sort((a, b) => a.size - b.size);
  }

  /** The next chunk with all of the words, from `chunk` on; Infinity: there is none. */
  nextChunk(chunk: number): number {
    return nextCommonChunk(this.words, chunk);
  }

  /** In a chunk with all of the words, ascending; overwritten by the next call. */
  placesIn(chunk: number, stemmer: string | null): Int32Array {
    const [first, ...others] = this.words;
    const begins = first!.placesIn(chunk, stemmer);
    for (let at = 0; at < begins.length; at += 1) begins[at]! -= first!.place;
    let length = begins.length;
    for (const word of others) {
      if (length === 0) break;
      length = keepBefore(begins, length, word.placesIn(chunk, stemmer), word.place);
    }

    return begins.subarray(0, length);
  }
}

/** The next chunk that all of them have, from `chunk` on; Infinity: there is none. */
export function nextCommonChunk(all: readonly { nextChunk: (chunk: number) => number }[], chunk: number): number {
  for (;;) {
    const next = all.reduce((furthest, one) => Math.max(furthest, one.nextChunk(furthest)), chunk);
    if (next === chunk || next === Infinity) return next;
    chunk = next;
  }
}

/** Keeps those of `begins` that one of `places` follows after `step` words; returns how many. */
function keepBefore(begins: Int32Array, length: number, places: Int32Array, step: number): number {
  let kept = 0;
  for (let of = 0, at = 0; of < length; of += 1) {
    const wanted = begins[of]! + step;
    while (at < places.length && places[at]! < wanted) at += 1;
    if (at === places.length) break;
    if (places[at] === wanted) begins[kept++] = begins[of]!;
  }

  return kept;
}
