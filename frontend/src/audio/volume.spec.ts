import { describe, expect, it } from '@jest/globals';
import { restoredVolume, steppedVolume } from './volume.ts';

describe('the volume', () => {
  it('comes back as it was before muting', () => {
    expect(restoredVolume(0.8)).toBe(0.8);
  });
  it('comes back at one half when it was silent or is not known', () => {
    expect([restoredVolume(0), restoredVolume(null)]).toEqual([0.5, 0.5]);
  });
  it('goes in tenths between silent and full', () => {
    expect([0.30000000000000004, -1, 1.04, 0.75].map(steppedVolume)).toEqual([0.3, 0, 1, 0.8]);
  });
});
