import { describe, expect, it } from '@jest/globals';
import { layerOf } from './all-marks.ts';

const places = (...entities: Parameters<typeof layerOf>[0][number][]) =>
  layerOf(entities).map(({ segmentIndex, start, end, hue }) => `${segmentIndex}:${start}-${end} ${hue}`);

describe('the marks of all entities', () => {
  it('follow the order of the transcript', () => {
    expect(places({ marks: [3, 0, 2], hue: 'red' }, { marks: [1, 5, 6, 3, 4, 8], hue: 'blue' })).toEqual([
      '1:5-6 blue',
      '3:0-2 red',
      '3:4-8 blue',
    ]);
  });
  it('show the longest of nested marks', () => {
    expect(places({ marks: [0, 0, 8], hue: 'red' }, { marks: [0, 0, 14], hue: 'blue' })).toEqual(['0:0-14 blue']);
  });
  it('show the part that extends beyond a longer mark', () => {
    expect(places({ marks: [0, 0, 8], hue: 'red' }, { marks: [0, 4, 14], hue: 'blue' })).toEqual([
      '0:0-4 red',
      '0:4-14 blue',
    ]);
  });
  it('show identical places once', () => {
    expect(places({ marks: [0, 0, 8], hue: 'red' }, { marks: [0, 0, 8], hue: 'blue' })).toEqual(['0:0-8 red']);
  });
});
