import { describe, expect, it } from '@jest/globals';
import { shareLink } from './share-link.ts';

const href = 'https://earmark.example/podcasts/AWSBites/small-tools?search=x&t=3#y';
const page = 'https://earmark.example/podcasts/AWSBites/small-tools';

describe('a shared link', () => {
  it('starts at the current position of the audio', () => {
    expect(shareLink({ href, ms: 751_200, highlighted: null })).toBe(`${page}?t=751`);
  });
  it('starts at the beginning when nothing was played', () => {
    expect([0, null].map((ms) => shareLink({ href, ms, highlighted: null }))).toEqual([page, page]);
  });
  it('keeps what is highlighted', () => {
    expect(shareLink({ href, ms: 0, highlighted: 'C & A' })).toBe(`${page}?entity=C+%26+A`);
  });
});
