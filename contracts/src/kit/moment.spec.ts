import { describe, expect, it } from '@jest/globals';
import { formatMoment, parseMoment } from './moment.ts';

describe('the moment of a link', () => {
  it('is read as seconds up to 10000', () => {
    expect([parseMoment('751'), parseMoment('10000'), parseMoment('1.5')]).toEqual([751_000, 10_000_000, 1500]);
  });
  it('is read as milliseconds beyond', () => {
    expect([parseMoment('10001'), parseMoment('751200')]).toEqual([10_001, 751_200]);
  });
  it('is null when it is missing or not a number', () => {
    expect([null, '', 'x', '-5', '1e9', '12:30', 'NaN'].map(parseMoment)).toEqual(Array(7).fill(null));
  });
  it.each([0, 16_400, 751_200, 10_000_999, 10_001_000, 36_000_000])('survives a round trip: %d ms', (ms) => {
    const read = parseMoment(formatMoment(ms));
    expect(Math.floor((read ?? NaN) / 1000)).toBe(Math.floor(ms / 1000));
  });
});
