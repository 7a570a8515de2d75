import type { Db } from '../kit/db.ts';
import { eachPostedSegment, MOST_PLACES, postedPlaces } from '../passages/posting.ts';
import { queryBytes } from './bytes.ts';
import type { Library, SearchedEpisodeFacts } from './search-library.ts';
import { addSegment, type SegmentSet } from './segment-set.ts';
import type { TimeBudget } from './time-budget.ts';
import { countsIn, type Places } from './word-places.ts';
import type { TermWord } from './word-plan.ts';

/** Of one word in one chunk. */
interface Posting {
  readonly chunk: number;
  readonly segments: Buffer;
  /** Empty unless it was asked for. */
  readonly places: Buffer;
}

/** Where words stand, as read for one search. */
export class Postings {
  private readonly byWord = new Map<string, readonly Posting[]>();

  constructor(
    private readonly db: Db,
    private readonly library: Library,
    /** Null: all episodes. */
    private readonly only: SearchedEpisodeFacts | null,
  ) {}

  /** Reads postings, those of `withPlaces` with the places in each segment. */
  async read(words: ReadonlySet<string>, withPlaces: ReadonlySet<string>): Promise<void> {
    const chunks = this.only && this.only.chunks.map(({ chunk }) => chunk);
    for (const [wanted, hasPlaces] of [
      [[...words].filter((word) => !withPlaces.has(word)), false],
      [[...withPlaces], true],
    ] as const) {
      if (wanted.length === 0) continue;
      const rows = await queryBytes(
        this.db,
        `select p.word as key, string_agg(int4send(p.chunk) || int4send(length(p.segments)) || p.segments
           ${hasPlaces ? '|| int4send(length(p.places)) || p.places' : ''}, ''::bytea) as bytes
         from read.passages_word p
         where p.word = any($1) ${chunks === null ? '' : 'and p.chunk = any($2)'} group by p.word`,
        chunks === null ? [wanted] : [wanted, chunks],
      );
      for (const [word, bytes] of rows) this.byWord.set(word, postingsIn(bytes, hasPlaces));
    }
  }

  /** Adds the segments with one of the words. */
  addTo(set: SegmentSet, { words }: TermWord, budget: TimeBudget): void {
    for (const [word, stemmers] of words)
      for (const { chunk, segments } of this.byWord.get(word) ?? []) {
        budget.check();
        const shown = this.library.chunks[chunk];
        if (shown === undefined || !countsIn(stemmers, shown.episode.stemmer)) continue;
        const { firstBit, bitOf } = shown;
        eachPostedSegment(segments, (segment) => {
          const bit = bitOf === null ? firstBit + segment : bitOf[segment]!;
          if (bit !== -1) addSegment(set, bit);
        });
      }
  }

  /** By chunk, the places of any of the words: see `postedPlaces`. */
  places({ words }: TermWord, budget: TimeBudget): Map<number, Int32Array> {
    const found = new Map<number, Int32Array>();
    for (const [word, stemmers] of words)
      for (const { chunk, segments, places } of this.byWord.get(word) ?? []) {
        budget.check();
        const shown = this.library.chunks[chunk];
        if (shown === undefined || !countsIn(stemmers, shown.episode.stemmer)) continue;
        const known = found.get(chunk);
        const own = postedPlaces(segments, places);
        found.set(chunk, known === undefined ? own : Int32Array.from([...known, ...own]).sort());
      }

    return found;
  }

  /** Adds the segments of places. */
  addBits(set: SegmentSet, chunk: number, places: Places): void {
    const { firstBit, bitOf } = this.library.chunks[chunk]!;
    for (let at = 0; at < places.length; at += 1) {
      const segment = Math.floor(places[at]! / MOST_PLACES);
      const bit = bitOf === null ? firstBit + segment : bitOf[segment]!;
      if (bit !== -1) addSegment(set, bit);
    }
  }
}

const NOTHING = Buffer.alloc(0);

function postingsIn(bytes: Buffer, hasPlaces: boolean): Posting[] {
  const postings: Posting[] = [];
  for (let at = 0; at < bytes.length;) {
    const chunk = bytes.readInt32BE(at);
    const length = bytes.readInt32BE(at + 4);
    const segments = bytes.subarray(at + 8, (at += 8 + length));
    const ofPlaces = hasPlaces ? bytes.readInt32BE(at) : 0;
    const places = hasPlaces ? bytes.subarray(at + 4, (at += 4 + ofPlaces)) : NOTHING;
    postings.push({ chunk, segments, places });
  }

  return postings;
}
