export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/**
 * The text cut at its marks: flat `[start, end, …]` UTF-16 offsets. Overlapping marks are merged; marks outside the text are
 * ignored.
 */
export function piecesOfMarks(text: string, marks: readonly number[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const spans = Array.from({ length: Math.floor(marks.length / 2) }, (_, index) => ({
    start: marks[index * 2] ?? 0,
    end: Math.min(marks[index * 2 + 1] ?? 0, text.length),
  })).toSorted((one, other) => one.start - other.start);
  for (const span of spans) {
    const start = Math.max(span.start, at);
    if (span.end <= start) continue;
    if (start > at) pieces.push({ text: text.slice(at, start), isMarked: false });
    pieces.push({ text: text.slice(start, span.end), isMarked: true });
    at = span.end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false });

  return pieces;
}

const CONTEXT = 80;
/** Cutting fewer characters is not worthwhile. */
const LEAST_CUT = 20;
const NO_PLACE_TO_CUT = /^(?:[\udc00-\udfff]|\p{M}|\p{Emoji_Modifier}|\u200d)/u;

/** The first mark with about 80 characters of context on each side, cut between words, with `…` where text is left out. */
export function excerptAround(text: string, marks: readonly number[]): { text: string; marks: readonly number[] } {
  const [first = 0, last = 0] = marks;
  const start = first <= CONTEXT + LEAST_CUT ? 0 : cutAfter(text, first - CONTEXT, first);
  const end = text.length - last <= CONTEXT + LEAST_CUT ? text.length : cutBefore(text, last + CONTEXT, last);
  const before = start > 0 ? '… ' : '';
  const shift = before.length - start;
  const kept = marks.flatMap((_, at) => {
    const [from = 0, to = 0] = marks.slice(at, at + 2);
    return at % 2 === 0 && from >= start && to <= end ? [from + shift, to + shift] : [];
  });

  return { text: `${before}${text.slice(start, end)}${end < text.length ? ' …' : ''}`, marks: kept };
}

/** The first word boundary from `from` on; in a text without spaces, the first character boundary. */
function cutAfter(text: string, from: number, limit: number): number {
  const gap = /\s+(?=\S)/.exec(text.slice(from - 1, limit));
  if (gap !== null) return from - 1 + gap.index + gap[0].length;
  let at = from;
  while (at < limit && NO_PLACE_TO_CUT.test(text.slice(at))) at += 1;

  return at;
}

function cutBefore(text: string, to: number, limit: number): number {
  const gap = /\s+\S*$/.exec(text.slice(limit, to + 1));
  if (gap !== null && gap.index > 0) return limit + gap.index;
  let at = to;
  while (at > limit && NO_PLACE_TO_CUT.test(text.slice(at))) at -= 1;

  return at;
}
