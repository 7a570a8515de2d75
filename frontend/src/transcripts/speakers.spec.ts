import { describe, expect, it } from '@jest/globals';
import { speakersOf, turnFrom } from './speakers.ts';

describe('the speakers of a transcript', () => {
  const spoken = (...names: string[]) => speakersOf(names.map((speaker) => ({ speaker })));

  it('are listed in order of appearance, with the start of each turn', () => {
    expect(spoken('Ann', 'Ann', 'Bo', 'Ann', 'Bo').map(({ name, turns }) => [name, turns])).toEqual([
      ['Ann', [0, 3]],
      ['Bo', [2, 4]],
    ]);
  });
  it('have distinct colours', () => {
    expect(new Set(spoken('Ann', 'Bo', 'Cy').map(({ hue }) => hue)).size).toBe(3);
  });
  it('do not include unknown speakers', () => {
    expect(spoken('Unknown', 'Unknown')).toEqual([]);
  });
});

describe('the turn to go to', () => {
  it('is the next one at or after what is in view, else the last', () => {
    expect([0, 3, 4, 40, 41].map((index) => turnFrom([3, 10, 40], index))).toEqual([0, 0, 1, 2, 2]);
  });
});
