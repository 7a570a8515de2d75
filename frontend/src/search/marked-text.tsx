import { piecesOfMarks } from '../mentions/passage-text.ts';

/** A text with what was found marked. `marks`: flat `[start, end, …]`. */
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
