import { describe, expect, it } from '@jest/globals';
import { formatDuration } from './duration.ts';

describe('a duration', () => {
  it('shows hours and minutes', () => {
    expect(formatDuration(3720)).toBe('1h 2m');
    expect(formatDuration(7200)).toBe('2h 0m');
  });
  it('shows minutes alone below an hour', () => {
    expect(formatDuration(3599)).toBe('59m');
    expect(formatDuration(60)).toBe('1m');
  });
  it('never shows zero minutes', () => {
    expect(formatDuration(20)).toBe('under 1m');
    expect(formatDuration(59.9)).toBe('under 1m');
  });
  it('shows nothing when unknown', () => {
    expect(formatDuration(null)).toBeNull();
    expect(formatDuration(0)).toBeNull();
  });
});
