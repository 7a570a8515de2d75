import { describe, expect, it } from '@jest/globals';
import { isServerSearch, passesFilter } from './episode-filter.ts';

describe('the filter of a podcast', () => {
  it('finds part of the title or description in any case', () => {
    expect(passesFilter(['Small tools', 'About the edge'], 'EDGE')).toBe(true);
    expect(passesFilter(['Small tools', 'About the edge'], 'cloud')).toBe(false);
  });
  it('lets everything through while it is blank', () => {
    expect(passesFilter([''], '  ')).toBe(true);
  });
});

describe('a search', () => {
  it('goes to the server from three characters, not counting surrounding blanks', () => {
    expect(['go', ' go ', 'aws', ' aws'].map(isServerSearch)).toEqual([false, false, true, true]);
  });
});
