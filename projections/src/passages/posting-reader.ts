import { MOST_PLACES } from './posting.ts';

/** Calls `take` with the number of each segment in the bytes from `at` to `end`. */
export function eachPostedSegment(bytes: Uint8Array, at: number, end: number, take: (segment: number) => void): void {
  let segment = -1;
  while (at < end) {
    let byte = bytes[at++]!;
    let step = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at++]!;
      step |= (byte & 0x7f) << shift;
    }
    segment += step;
    take(segment);
  }
}

/** Of one word in one chunk, inside other bytes: where its segments are, and where their places begin. */
export interface PostingBounds {
  readonly segmentsAt: number;
  readonly segmentsEnd: number;
  readonly placesAt: number;
}

/**
 * Adds all places to `into` from `length` on, ascending: the number of the segment times `MOST_PLACES`, plus the place.
 * There must be room for one of each byte. Returns the new length.
 */
export function readPlaces(
  bytes: Uint8Array,
  { segmentsAt, segmentsEnd, placesAt }: PostingBounds,
  into: Int32Array,
  length: number,
): number {
  let segment = -1;
  let ofPlaces = placesAt;
  for (let at = segmentsAt; at < segmentsEnd;) {
    let byte = bytes[at++]!;
    let step = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at++]!;
      step |= (byte & 0x7f) << shift;
    }
    segment += step;
    let place = segment * MOST_PLACES;
    for (let follows = 1; follows === 1;) {
      byte = bytes[ofPlaces++]!;
      let number = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[ofPlaces++]!;
        number |= (byte & 0x7f) << shift;
      }
      follows = number & 1;
      place += number >>> 1;
      into[length++] = place;
    }
  }

  return length;
}
