import { describe, expect, it } from '@jest/globals';
import { periodsOf, ticksUpTo } from './mention-periods.ts';

const month = (name: string, count = 1, hours = 2) => ({ month: name, count, hours });
const labels = (...months: string[]) => periodsOf(months.map((name) => month(name))).map(({ label }) => label);

describe('mentions over time', () => {
  it('fill in the months without an episode', () => {
    expect(periodsOf([month('2020-11', 6, 3), month('2021-01', 0, 1)])).toEqual([
      { label: 'Nov 2020', year: 2020, count: 6, hours: 3, perHour: 2 },
      { label: 'Dec 2020', year: 2020, count: 0, hours: 0, perHour: null },
      { label: 'Jan 2021', year: 2021, count: 0, hours: 1, perHour: 0 },
    ]);
  });
  it('are months up to six years, then quarters, then years', () => {
    expect(labels('2015-01', '2020-12')).toHaveLength(72);
    expect(labels('2015-01', '2021-01').slice(0, 2)).toEqual(['2015 Q1', '2015 Q2']);
    expect(labels('2000-01', '2019-01').at(-1)).toBe('2019');
  });
  it('are summed where one bar covers several months', () => {
    const [quarter] = periodsOf([month('2009-01', 4, 1), month('2009-03', 2, 1), month('2016-01')]);
    expect(quarter).toMatchObject({ label: '2009 Q1', count: 6, hours: 2, perHour: 3 });
  });
  it('are empty without a month', () => {
    expect(periodsOf([])).toEqual([]);
  });
});

describe('the scale', () => {
  it('has a few round numbers and reaches the maximum', () => {
    expect(ticksUpTo(7)).toEqual([0, 2, 4, 6, 8]);
    expect(ticksUpTo(0.9)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(ticksUpTo(400)).toEqual([0, 100, 200, 300, 400]);
  });
  it('exists even when all values are zero', () => {
    expect(ticksUpTo(0)).toEqual([0, 1]);
  });
});
