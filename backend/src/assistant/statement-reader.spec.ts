import { expect, it } from '@jest/globals';
import { StatementReader, type WrittenStatement } from './statement-reader.ts';

/** However the text is cut into pieces, the statements are the same. */
function read(text: string, isComplete = true): WrittenStatement[] {
  const inPieces = (size: number) => {
    const reader = new StatementReader();
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];

    return [...pieces.flatMap((piece) => reader.add(piece)), ...reader.end(isComplete)];
  };
  const whole = inPieces(1000);
  for (const size of [1, 3, 7]) expect(inPieces(size)).toEqual(whole);

  return whole;
}

it.each<[string, [string, number[]][]]>([
  [
    'Ann likes tea [1]. Ben likes milk [2][3].',
    [
      ['Ann likes tea.', [1]],
      ['Ben likes milk.', [2, 3]],
    ],
  ],
  [
    'Ann likes tea. [1] Ben likes milk. [2, 3]',
    [
      ['Ann likes tea.', [1]],
      ['Ben likes milk.', [2, 3]],
    ],
  ],
  [
    'She said “I like tea.” [1] And more follows here [2-4].',
    [
      ['She said “I like tea.”', [1]],
      ['And more follows here.', [2, 3, 4]],
    ],
  ],
  ['Yes. Ann likes tea [1].', [['Yes. Ann likes tea.', [1]]]],
  [
    'Nobody has ever proved this at all. Ann likes tea [1].',
    [
      ['Nobody has ever proved this at all.', []],
      ['Ann likes tea.', [1]],
    ],
  ],
  [
    '- Ann likes tea [1]\n- Ben likes milk [2]',
    [
      ['Ann likes tea', [1]],
      ['Ben likes milk', [2]],
    ],
  ],
  ['NO_ANSWER', [['NO_ANSWER', []]]],
  ['', []],
])('%j is read as statements', (text, expected) =>
  expect(read(text)).toEqual(expected.map(([own, numbers]) => ({ text: own, numbers }))),
);

it('does not keep a sentence that was cut off without a number', () => {
  expect(read('Ann likes tea [1]. Ben likes', false)).toEqual([{ text: 'Ann likes tea.', numbers: [1] }]);
});
