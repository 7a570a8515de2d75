import { describe, expect, it } from '@jest/globals';
import { nearestTick, ticksPath } from './ticks.ts';

describe('the mentions along the audio', () => {
  it('can be hit by pointing near them', () => {
    const moments = [1000, 5000, 5600];
    expect([nearestTick(moments, 1200, 500), nearestTick(moments, 5400, 500)]).toEqual([0, 2]);
    expect([nearestTick(moments, 3000, 500), nearestTick([], 0, 500)]).toEqual([null, null]);
  });
  it('are one stroke each, and one stroke where two coincide', () => {
    expect(ticksPath([0, 50_000, 50_001, 100_000], 100_000)).toBe('M0 10V24M500 10V24M1000 10V24');
  });
  it('are left out beyond the end of the audio', () => {
    expect(ticksPath([200], 100)).toBe('');
  });
});
