interface Timed {
  /** Milliseconds. */
  readonly startTime: number;
  /** Milliseconds, exclusive. */
  readonly endTime: number;
}

/** Segments in chronological order, which may differ from transcript order. */
export interface Timeline {
  /** Indices of the segments sorted by start; on a tie in transcript order. */
  readonly order: readonly number[];
  readonly segments: readonly Timed[];
}

export const makeTimeline = (segments: readonly Timed[]): Timeline => ({
  order: [...segments.keys()].toSorted((one, other) => startOf(segments, one) - startOf(segments, other)),
  segments,
});

/**
 * Index of the segment at `ms`: the last one that has started or, if that has ended, an earlier one that is still going on.
 * During a pause, the previous one. Null before the first.
 */
export function segmentAt({ order, segments }: Timeline, ms: number): number | null {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startOf(segments, order[middle]) <= ms) low = middle + 1;
    else high = middle;
  }
  const last = order[low - 1];
  if (last === undefined) return null;
  // Speakers overlap by a few segments at most.
  const earliest = Math.max(0, low - 8);
  for (let at = low - 1; at >= earliest; at--) {
    const index = order[at];
    if (index !== undefined && endOf(segments, index) > ms) return index;
  }

  return last;
}

/**
 * Index of the segment nearest to `ms`: the one spoken at that moment, or else the previous or next one, whichever is
 * closer. Null without segments.
 */
export function nearestSegment(timeline: Timeline, ms: number): number | null {
  const { order, segments } = timeline;
  const before = segmentAt(timeline, ms);
  if (before === null) return order[0] ?? null;
  if (endOf(segments, before) > ms) return before;
  const after = order.find((index) => startOf(segments, index) > ms);
  if (after === undefined) return before;

  return ms - endOf(segments, before) <= startOf(segments, after) - ms ? before : after;
}

/**
 * Index of the next or previous segment in time; null at either end. Before the first segment, the next one is the first.
 */
export function neighbourOf({ order }: Timeline, index: number | null, by: 1 | -1): number | null {
  if (index === null) return by === 1 ? (order[0] ?? null) : null;
  const at = order.indexOf(index);

  return at === -1 ? null : (order[at + by] ?? null);
}

const startOf = (segments: readonly Timed[], index: number | undefined): number =>
  index === undefined ? Infinity : (segments[index]?.startTime ?? Infinity);
const endOf = (segments: readonly Timed[], index: number): number => segments[index]?.endTime ?? -Infinity;
