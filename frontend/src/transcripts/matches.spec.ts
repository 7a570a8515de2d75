import { describe, expect, it } from '@jest/globals';
import { findOccurrences } from '@earmark/contracts/mentions';
import { matchesOfMarks, matchesOfText, nearestMatch, oneByOne, piecesOf, turnsMarking } from './matches.ts';

describe('the matches of an entity', () => {
  it('are one per segment, with all of its marks', () => {
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
  it('include parts of words, or respect case, only on request', () => {
    const count = (text: string, wholeWord: boolean, caseSensitive: boolean) =>
      oneByOne(matchesOfText(segments, text, { wholeWord, caseSensitive })).length;
    expect([count('go', false, false), count('Go', false, true), count('go', true, true)]).toEqual([4, 2, 2]);
  });
  it('follow the shared matching rule', () => {
    const texts = ['Zürich & Bern', 'zurich and bern', 'ZU\u0308RICH', '東京タワー', '‘q’ – r'];
    for (const name of ['zurich', 'Zürich and Bern', '東京', "'q' r", 'r'])
      for (const wholeWord of [true, false])
        for (const caseSensitive of [true, false])
          expect(
            texts.map((text) => matchesOfText([{ text }], name, { wholeWord, caseSensitive })[0]?.spans ?? []),
          ).toEqual(texts.map((text) => findOccurrences(text, { name, wholeWord, caseSensitive })));
  });
});

describe('the match nearest to a segment', () => {
  const turns = turnsMarking({ name: 'Ann', turns: [3, 10, 40] }, 1);

  it('is the closest on either side, or the earlier one on a tie', () => {
    expect([0, 6, 7, 26, 99].map((index) => nearestMatch(turns, index))).toEqual([0, 0, 1, 2, 2]);
  });
  it('is the first where there is no match', () => {
    expect(nearestMatch(null, 5)).toBe(0);
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
