import { piecesOfMarks } from '../mentions/passage-text.ts';

/** A text with its marks: flat `[start, end, …]` UTF-16 offsets. */
export function MarkedText({ text, marks }: { text: string; marks: readonly number[] }) {
  return piecesOfMarks(text, marks).map((piece, at) =>
    piece.isMarked ? (
      <mark key={at} className="mark">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
