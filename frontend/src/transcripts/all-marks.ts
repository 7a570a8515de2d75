import type { Hue } from '../ui/hue.ts';

/** A place in the transcript with the hue of its entity. */
export interface HuedSpan {
  readonly segmentIndex: number;
  /** UTF-16 offset into the segment's text. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly hue: Hue;
}

/**
 * The marks of all entities as one layer. Where marks overlap, the longest is shown in full, and only the uncovered part of
 * a shorter one. `marks` are flat `[segmentIndex, start, end, …]`. Sorted by segment, then start.
 */
export function layerOf(entities: readonly { readonly marks: readonly number[]; readonly hue: Hue }[]): HuedSpan[] {
  const bySegment = new Map<number, HuedSpan[]>();
  for (const { marks, hue } of entities)
    for (let at = 0; at + 2 < marks.length; at += 3) {
      const [segmentIndex, start, end] = marks.slice(at, at + 3);
      if (segmentIndex === undefined || start === undefined || end === undefined || end <= start) continue;
      const spans = bySegment.get(segmentIndex);
      const span = { segmentIndex, start, end, hue };
      if (spans === undefined) bySegment.set(segmentIndex, [span]);
      else spans.push(span);
    }

  return [...bySegment]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([, spans]) => (spans.length === 1 ? spans : withoutOverlaps(spans)));
}

function withoutOverlaps(spans: readonly HuedSpan[]): HuedSpan[] {
  const shown: HuedSpan[] = [];
  for (const span of spans.toSorted((one, other) => lengthOf(other) - lengthOf(one) || one.start - other.start)) {
    let { start, end } = span;
    for (const longer of shown) {
      if (start >= longer.start && start < longer.end) start = longer.end;
      if (end > longer.start && end <= longer.end) end = longer.start;
    }
    if (start < end) shown.push({ ...span, start, end });
  }

  return shown.toSorted((one, other) => one.start - other.start);
}

const lengthOf = ({ start, end }: HuedSpan): number => end - start;
