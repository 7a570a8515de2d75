import { describe, expect, it } from '@jest/globals';
import { piecesOfMarks } from './passage-text.ts';

const shown = (text: string, marks: number[]) =>
  piecesOfMarks(text, marks).map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text));

describe('the text of a passage', () => {
  it('is cut at its marks', () => {
    expect(shown('Go and go', [0, 2, 7, 9])).toEqual(['[Go]', ' and ', '[go]']);
  });
  it('is one piece without marks, and no piece when it is empty', () => {
    expect(shown('Go', [])).toEqual(['Go']);
    expect(shown('', [0, 2])).toEqual([]);
  });
  it('loses no character to marks that overlap or lie outside', () => {
    expect(shown('New York Times', [0, 14, 0, 8])).toEqual(['[New York Times]']);
    expect(shown('abcdef', [0, 3, 2, 5, 9, 12])).toEqual(['[abc]', '[de]', 'f']);
  });
});
