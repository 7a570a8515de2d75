import { describe, expect, it } from '@jest/globals';
import { restoredVolume, steppedVolume } from './volume.ts';

describe('the volume', () => {
  it('returns to its level from before muting', () => {
    expect(restoredVolume(0.8)).toBe(0.8);
  });
  it('returns to one half when that level was silent or is unknown', () => {
    expect([restoredVolume(0), restoredVolume(null)]).toEqual([0.5, 0.5]);
  });
  it('changes in tenths between silent and full', () => {
    expect([0.30000000000000004, -1, 1.04, 0.75].map(steppedVolume)).toEqual([0.3, 0, 1, 0.8]);
  });
});
