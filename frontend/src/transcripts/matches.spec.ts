import { describe, expect, it } from '@jest/globals';
import { matchesOfMarks, matchesOfText, piecesOf } from './matches.ts';

describe('the matches of an entity', () => {
  it('are one for each segment, with all its marks', () => {
    expect(matchesOfMarks([2, 0, 3, 2, 8, 11, 7, 4, 9])).toEqual([
      {
        segmentIndex: 2,
        spans: [
          { start: 0, end: 3 },
          { start: 8, end: 11 },
        ],
      },
      { segmentIndex: 7, spans: [{ start: 4, end: 9 }] },
    ]);
  });
  it('are none without marks', () => {
    expect(matchesOfMarks([])).toEqual([]);
  });
});

describe('the matches of a text', () => {
  const segments = [{ text: 'Go is fun.' }, { text: 'Google it' }, { text: 'I go, you go' }];

  it('are whole words in any case', () => {
    expect(matchesOfText(segments, 'go').map(({ segmentIndex, spans }) => [segmentIndex, spans.length])).toEqual([
      [0, 1],
      [2, 2],
    ]);
  });
  it('are none for a text without characters', () => {
    expect(matchesOfText(segments, '  ')).toEqual([]);
  });
});

describe('text cut into pieces', () => {
  const cut = (text: string, ...spans: [number, number][]) =>
    piecesOf(
      text,
      spans.map(([start, end]) => ({ start, end })),
    ).map(({ text: piece, isMarked }) => (isMarked ? `[${piece}]` : piece));

  it('marks each span', () => {
    expect(cut('New York, New York', [0, 8], [10, 18])).toEqual(['[New York]', ', ', '[New York]']);
  });
  it('marks overlapping spans once', () => {
    expect(cut('New York Times', [0, 8], [4, 14])).toEqual(['[New York]', '[ Times]']);
  });
  it('keeps the whole text when a span reaches beyond it', () => {
    expect(cut('short', [3, 99]).join('')).toBe('sho[rt]');
  });
  it('is one piece without spans', () => {
    expect([cut('text'), cut('')]).toEqual([['text'], ['']]);
  });
});
