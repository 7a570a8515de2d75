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

/** Room for the places of a segment, and as many as are used: no place is near one of the next segment. */
export const MOST_PLACES = 1 << 16;
export const PLACES_USED = MOST_PLACES - 1000;
