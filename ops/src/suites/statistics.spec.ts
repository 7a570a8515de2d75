import { describe, expect, it } from '@jest/globals';
import { median, percentile, shown, spread } from './statistics.ts';

describe('statistics of a benchmark', () => {
  it('take the middle value, or the mean of the two in the middle', () => {
    expect([median([9, 1, 5]), median([4, 1, 3, 2]), median([7])]).toEqual([5, 2.5, 7]);
  });

  it('take percentiles by nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile(hundred, 1)]).toEqual([50, 99, 100]);
    expect(percentile([3], 0.01)).toBe(3);
  });

  it('have no value for no measurement', () => {
    expect(() => median([])).toThrow('no values');
    expect(() => percentile([], 0.5)).toThrow('no values');
  });

  it('are shown with three significant digits', () => {
    expect([0, 0.04123, 1.3499, 26.24, 2253.4, 1_390_118].map(shown)).toEqual([
      '0',
      '0.0412',
      '1.35',
      '26.2',
      '2,253',
      '1,390,118',
    ]);
  });

  it('spread a sample evenly over the whole list', () => {
    expect(spread([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 4)).toEqual([0, 3, 5, 8]);
    expect(spread([1, 2], 5)).toEqual([1, 2]);
    expect(spread(Array.from({ length: 59_849 }), 10_000)).toHaveLength(10_000);
  });
});
