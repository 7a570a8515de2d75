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
