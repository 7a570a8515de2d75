import { describe, expect, it } from '@jest/globals';
import { failureReason } from './audio-failure.ts';

describe('the reason why audio cannot be played', () => {
  it('is a sentence for each error code of the browser', () => {
    expect(new Set([1, 2, 3, 4].map(failureReason)).size).toBe(4);
  });
  it('says so when the browser gave no reason', () => {
    expect([failureReason(null), failureReason(99)]).toEqual(Array(2).fill('The browser gave no reason.'));
  });
});
