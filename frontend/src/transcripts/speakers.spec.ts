import { describe, expect, it } from '@jest/globals';
import { speakersOf } from './speakers.ts';

describe('the speakers of a transcript', () => {
  const spoken = (...names: string[]) => speakersOf(names.map((speaker) => ({ speaker })));

  it('are in the order of their first words, with where their turns begin', () => {
    expect(spoken('Ann', 'Ann', 'Bo', 'Ann', 'Bo').map(({ name, turns }) => [name, turns])).toEqual([
      ['Ann', [0, 3]],
      ['Bo', [2, 4]],
    ]);
  });
  it('have colours of their own', () => {
    expect(new Set(spoken('Ann', 'Bo', 'Cy').map(({ hue }) => hue)).size).toBe(3);
  });
  it('are not those whom nobody knows', () => {
    expect(spoken('Unknown', 'Unknown')).toEqual([]);
  });
});
