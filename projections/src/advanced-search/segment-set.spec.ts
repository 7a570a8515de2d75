import { describe, expect, it } from '@jest/globals';
import { addSegment, emptySet, spread } from './segment-set.ts';

const setOf = (segments: readonly number[]) => {
  const set = emptySet(1024);
  for (const segment of segments) addSegment(set, segment);

  return set;
};
const upTo = (end: number): number[] => Array.from({ length: end }, (_, index) => index);

describe('some segments of a set', () => {
  it('are all of them when there are few', () => {
    expect(spread(setOf([3, 64, 900]), 3)).toEqual([3, 64, 900]);
    expect(spread(setOf([]), 3)).toEqual([]);
  });

  it('are spread from the first to the last ones when there are many', () => {
    const some = spread(setOf(upTo(1000)), 120);
    expect(some).toHaveLength(120);
    expect(some[0]).toBe(0);
    const steps = some.slice(1).map((segment, index) => segment - some[index]!);
    expect([Math.min(...steps), Math.max(...steps)]).toEqual([8, 9]);
    expect(1000 - some.at(-1)!).toBeLessThanOrEqual(9);
  });
});
