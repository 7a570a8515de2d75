import { describe, expect, it } from '@jest/globals';
import { isWorthResuming, withPosition } from './positions.ts';

describe('the position where a listener left off', () => {
  it('is kept once per episode, newest first', () => {
    const positions = withPosition(withPosition(withPosition([], 'a', 1), 'b', 2), 'a', 3.7);
    expect(positions).toEqual([
      { episode: 'a', ms: 3 },
      { episode: 'b', ms: 2 },
    ]);
  });
  it('is dropped when two hundred others are newer', () => {
    const positions = Array.from({ length: 201 }, (_, index) => `e${index}`).reduce(
      (known: ReturnType<typeof withPosition>, episode) => withPosition(known, episode, 1),
      [],
    );
    expect(positions).toHaveLength(200);
    expect(positions.map(({ episode }) => episode)).not.toContain('e0');
  });
  it('is offered only in the middle of an episode', () => {
    expect([9_999, 10_000, 80_000, 80_001].map((ms) => isWorthResuming(ms, 100_000))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
  it('is offered when the duration of the episode is unknown', () => {
    expect(isWorthResuming(9_000_000, null)).toBe(true);
  });
});
