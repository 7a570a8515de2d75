import { describe, expect, it } from '@jest/globals';
import { nextSpeed, speedsWith } from './speeds.ts';

describe('the playback speed', () => {
  it('goes up and down in steps', () => {
    expect([nextSpeed(1, 1), nextSpeed(1, -1), nextSpeed(1.05, 1)]).toEqual([1.1, 0.9, 1.1]);
  });
  it('stays between 0.5 and 3', () => {
    expect([nextSpeed(3, 1), nextSpeed(0.5, -1)]).toEqual([3, 0.5]);
  });
  it('is offered even when it is not one of the steps', () => {
    expect(speedsWith(1.05)).toContain(1.05);
    expect(speedsWith(1)).toHaveLength(speedsWith(1.05).length - 1);
  });
});
