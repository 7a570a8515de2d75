/**
 * Where a word stands in a chunk of segments, as two lists of bytes. Numbers are written seven bits a byte, the lowest first,
 * with the highest bit set in all but the last byte.
 *
 * `segments`: for each segment with the word, its number in the chunk less that of the one before (for the first, less -1).
 * `places`: for each of them, each place of the word less the one before (for the first, less 0), doubled, plus 1 where
 * another one follows.
 */
export class PostingWriter {
  private readonly segments: number[] = [];
  private readonly places: number[] = [];
  private segment = -1;
  private place = 0;
  /** A place of the current segment that is not written yet; -1: none. */
  private waiting = -1;

  /** Ascending by segment, then by place. */
  add(segment: number, place: number): void {
    if (segment === this.segment) {
      put(this.places, (this.waiting << 1) | 1);
      this.waiting = place - this.place;
    } else {
      if (this.waiting !== -1) put(this.places, this.waiting << 1);
      put(this.segments, segment - this.segment);
      this.segment = segment;
      this.waiting = place;
    }
    this.place = place;
  }

  finish(): { segments: Uint8Array; places: Uint8Array } {
    if (this.waiting !== -1) put(this.places, this.waiting << 1);
    this.waiting = -1;

    return { segments: Buffer.from(this.segments), places: Buffer.from(this.places) };
  }
}

function put(bytes: number[], number: number): void {
  let rest = number;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
}

/** Calls `take` with the number of each segment. */
export function eachPostedSegment(bytes: Uint8Array, take: (segment: number) => void): void {
  let segment = -1;
  for (let at = 0; at < bytes.length;) {
    let [byte, step, shift] = [bytes[at++]!, 0, 0];
    for (; byte > 0x7f; byte = bytes[at++]!, shift += 7) step |= (byte & 0x7f) << shift;
    segment += step | (byte << shift);
    take(segment);
  }
}

/** Room for the places of a segment, and as many as are used: no place is near one of the next segment. */
export const MOST_PLACES = 1 << 16;
export const PLACES_USED = MOST_PLACES - 1000;

/** All places in one list, ascending: the number of the segment times `MOST_PLACES`, plus the place. */
export function postedPlaces(segments: Uint8Array, places: Uint8Array): Int32Array {
  // Each takes a byte at least.
  const all = new Int32Array(places.length);
  let [length, at] = [0, 0];
  eachPostedSegment(segments, (segment) => {
    let place = 0;
    for (let follows = 1; follows === 1;) {
      let [byte, number, shift] = [places[at++]!, 0, 0];
      for (; byte > 0x7f; byte = places[at++]!, shift += 7) number |= (byte & 0x7f) << shift;
      number |= byte << shift;
      follows = number & 1;
      place += number >>> 1;
      all[length] = segment * MOST_PLACES + place;
      length += 1;
    }
  });

  return all.subarray(0, length);
}
