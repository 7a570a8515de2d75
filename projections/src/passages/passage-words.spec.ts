import { expect, it } from '@jest/globals';
import { foldQuickly } from '@earmark/contracts/mentions';
import { eachPlacedWord, wordsInARow, wordsInText } from './passage-words.ts';

it.each([
  ['The New York Times.', 'the@0 new@1 york@2 times@3'],
  ['It’s well-known — café', 'it@0 s@1 well@2 known@3 cafe@4'],
  ['a,b…c  `d`', 'a@0 b@1 c@2 d@3'],
  ['AI科技 ok', 'ai@0 科@1 科技@1 技@2 ok@3'],
  ['x\u00ady 👍\nz', 'xy@0 z@1'],
])('the words of %j are %s, each where it stands', (text, expected) => {
  const words = wordsInText(text);
  expect(words.map(({ word, place }) => `${word}@${place}`).sort()).toEqual(expected.split(' ').sort());
  const folded: string[] = [];
  eachPlacedWord(foldQuickly(text), (word, place) => folded.push(`${word}@${place}`));
  expect(folded.sort()).toEqual(expected.split(' ').sort());
  for (const { word, start, end } of words) expect(foldQuickly(text.slice(start, end)).trim()).toBe(word);
});

it('a text in a script without spaces is looked for by pairs', () => {
  expect(wordsInARow('科技公')).toEqual({
    words: [
      { word: '科技', place: 0 },
      { word: '技公', place: 1 },
    ],
    length: 3,
  });
  expect(wordsInARow('x'.repeat(70)).words[0]!.word).toHaveLength(64);
});
