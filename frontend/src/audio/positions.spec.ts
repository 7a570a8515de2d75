import { describe, expect, it } from '@jest/globals';
import { isWorthResuming, withPosition } from './positions.ts';

describe('the place where a listener left off', () => {
  it('stands once for each episode, the newest first', () => {
    const positions = withPosition(withPosition(withPosition([], 'a', 1), 'b', 2), 'a', 3.7);
    expect(positions).toEqual([
      { episode: 'a', ms: 3 },
      { episode: 'b', ms: 2 },
    ]);
  });
  it('is forgotten when two hundred others are newer', () => {
    const positions = Array.from({ length: 201 }, (_, index) => `e${index}`).reduce(
      (known: ReturnType<typeof withPosition>, episode) => withPosition(known, episode, 1),
      [],
    );
    expect(positions).toHaveLength(200);
    expect(positions.map(({ episode }) => episode)).not.toContain('e0');
  });
  it('is offered in the middle of an episode only', () => {
    expect([9_999, 10_000, 80_000, 80_001].map((ms) => isWorthResuming(ms, 100_000))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
  it('is offered when nobody knows how long the episode is', () => {
    expect(isWorthResuming(9_000_000, null)).toBe(true);
  });
});
