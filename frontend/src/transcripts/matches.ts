import { findOccurrences } from '@earmark/contracts/mentions';

export interface Span {
  /** UTF-16 offset into the segment's text. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** A segment in which something stands at least once, with all its places there, ascending. */
export interface SegmentMatch {
  readonly segmentIndex: number;
  readonly spans: readonly Span[];
}

/** What is marked in the transcript. */
export interface Marking {
  /** The same key means the same thing was chosen: reading the page again does not move the reader. */
  readonly key: string;
  /** Name of the entity, or the text looked for. */
  readonly text: string;
  readonly kind: 'entity' | 'text';
  readonly matches: readonly SegmentMatch[];
  /** The n of "k of n mentions". */
  readonly total: number;
}

/** Matches of an entity's flat marks `[segmentIndex, start, end, …]`, by segment. */
export function matchesOfMarks(marks: readonly number[]): SegmentMatch[] {
  const spansOf = new Map<number, Span[]>();
  for (let at = 0; at + 2 < marks.length; at += 3) {
    const [segmentIndex, start, end] = marks.slice(at, at + 3);
    if (segmentIndex === undefined || start === undefined || end === undefined) continue;
    const spans = spansOf.get(segmentIndex);
    if (spans === undefined) spansOf.set(segmentIndex, [{ start, end }]);
    else spans.push({ start, end });
  }

  return [...spansOf]
    .map(([segmentIndex, spans]) => ({ segmentIndex, spans }))
    .toSorted((one, other) => one.segmentIndex - other.segmentIndex);
}

/** Segments in which the text stands as whole words, in any case, by the one matching rule. */
export function matchesOfText(segments: readonly { readonly text: string }[], text: string): SegmentMatch[] {
  const pattern = { name: text, caseSensitive: false, wholeWord: true };

  return segments.flatMap((segment, segmentIndex) => {
    const spans = findOccurrences(segment.text, pattern);

    return spans.length === 0 ? [] : [{ segmentIndex, spans }];
  });
}

/** Text cut at the spans, which may overlap or reach beyond it: what is marked and what is not, in order. */
export function piecesOf(text: string, spans: readonly Span[]): { text: string; isMarked: boolean }[] {
  const pieces: { text: string; isMarked: boolean }[] = [];
  let done = 0;
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const from = Math.max(start, done);
    if (end <= from) continue;
    if (from > done) pieces.push({ text: text.slice(done, from), isMarked: false });
    pieces.push({ text: text.slice(from, end), isMarked: true });
    done = Math.min(end, text.length);
  }
  if (done < text.length || pieces.length === 0) pieces.push({ text: text.slice(done), isMarked: false });

  return pieces;
}
