import type { SearchedEpisodeFacts } from './library.ts';

/** Segments of a library, a bit each: those of an episode from its `firstBit` on, in the order of its transcript. */
export type SegmentSet = Uint32Array;

export const emptySet = (bits: number): SegmentSet => new Uint32Array(bits >> 5);

export const addSegment = (set: SegmentSet, bit: number): void => {
  set[bit >> 5]! |= 1 << (bit & 31);
};

export function unite(set: SegmentSet, other: SegmentSet): SegmentSet {
  for (let index = 0; index < set.length; index += 1) set[index]! |= other[index]!;

  return set;
}

export function intersect(set: SegmentSet, other: SegmentSet): SegmentSet {
  for (let index = 0; index < set.length; index += 1) set[index]! &= other[index]!;

  return set;
}

/** All segments but these. */
export function complement(set: SegmentSet, episodes: readonly SearchedEpisodeFacts[]): SegmentSet {
  for (const { firstBit, segments } of episodes) {
    const first = firstBit >> 5;
    const full = segments >> 5;
    for (let index = first; index < first + full; index += 1) set[index] = ~set[index]!;
    const rest = segments & 31;
    if (rest > 0) set[first + full] = ~set[first + full]! & (2 ** rest - 1);
  }

  return set;
}

/** The segments of one episode, as a set of its own that starts at bit 0; it shares the memory of `set`. */
export const segmentsOf = (set: SegmentSet, { firstBit, segments }: SearchedEpisodeFacts): SegmentSet =>
  set.subarray(firstBit >> 5, (firstBit + segments + 31) >> 5);

export const hasSegment = (set: SegmentSet, bit: number): boolean => (set[bit >> 5]! & (1 << (bit & 31))) !== 0;

/** Of 32 bits. */
export function countBits(word: number): number {
  if (word === 0) return 0;
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);

  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

export function countSegments(set: SegmentSet): number {
  let count = 0;
  for (let index = 0; index < set.length; index += 1) count += countBits(set[index]!);

  return count;
}

/** Calls `take` with each, ascending, until it returns false. */
export function eachSegment(set: SegmentSet, take: (bit: number) => boolean | void): void {
  for (let index = 0; index < set.length; index += 1)
    for (let bits = set[index]!; bits !== 0;) {
      const lowest = bits & -bits;
      if (take((index << 5) + 31 - Math.clz32(lowest)) === false) return;
      bits = (bits ^ lowest) >>> 0;
    }
}

/** At most `most` of the segments, evenly spread over all of them, ascending. */
export function spread(set: SegmentSet, most: number): number[] {
  const step = Math.max(1, countSegments(set) / most);
  const some: number[] = [];
  let passed = 0;
  eachSegment(set, (segment) => {
    if (passed >= some.length * step) some.push(segment);
    passed += 1;
  });

  return some;
}
