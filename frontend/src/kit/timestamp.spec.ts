import { describe, expect, it } from '@jest/globals';
import { formatTimestamp } from './timestamp.ts';

describe('a time in a recording', () => {
  it('has hours, minutes and seconds', () => {
    expect([0, 59_999, 3_723_000].map((ms) => formatTimestamp(ms, 'hh:mm:ss'))).toEqual([
      '00:00:00',
      '00:00:59',
      '01:02:03',
    ]);
  });
  it('has minutes beyond the hour in the short format', () => {
    expect([0, 61_000, 3_723_000].map((ms) => formatTimestamp(ms, 'm:ss'))).toEqual(['0:00', '1:01', '62:03']);
  });
  it('has hours only where it needs them', () => {
    expect([0, 61_000, 3_723_000].map((ms) => formatTimestamp(ms, 'auto'))).toEqual(['0:00', '1:01', '1:02:03']);
  });
  it('is never negative', () => {
    expect(formatTimestamp(-5, 'm:ss')).toBe('0:00');
  });
});
