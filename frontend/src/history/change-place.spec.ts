import { describe, expect, it } from '@jest/globals';
import { placeOfChange } from './change-place.ts';

describe('the page that shows a change', () => {
  it('is the episode at the segment', () => {
    const diff = [{ path: 'segments/7f/text', from: 'a', to: 'b' }];
    expect(placeOfChange({ link: '/podcasts/a/b', stream: 'transcript-1', diff })).toBe('/podcasts/a/b?segment=7f');
  });
  it('is the page as a whole, Entity Management for the vocabulary, and nowhere else', () => {
    const diff = [{ path: 'description', from: 'a', to: 'b' }];
    expect(placeOfChange({ link: '/podcasts/a/b', stream: 'episode-1', diff })).toBe('/podcasts/a/b');
    expect(placeOfChange({ link: null, stream: 'vocabulary-main', diff })).toBe('/admin/entities');
    expect(placeOfChange({ link: null, stream: 'recount-main', diff })).toBeNull();
  });
});
