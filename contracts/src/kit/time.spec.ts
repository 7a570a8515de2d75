import { expect, it } from '@jest/globals';
import { formatClock } from './time.ts';

it.each([
  [0, '00:00:00'],
  [59_999, '00:00:59'],
  [3_661_000, '01:01:01'],
  [360_000_000, '100:00:00'],
])('writes %i ms as %s', (ms, clock) => expect(formatClock(ms)).toBe(clock));
