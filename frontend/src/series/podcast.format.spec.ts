import { describe, expect, it } from '@jest/globals';
import { categoryLabel, truncated } from './podcast.format.ts';

describe('a category badge', () => {
  it('has no prefix and is lower case', () => {
    expect(categoryLabel('PODCASTSERIES_TECHNOLOGY')).toBe('technology');
    expect(categoryLabel('PODCASTSERIES_SOCIETY_AND_CULTURE')).toBe('society and culture');
    expect(categoryLabel('News')).toBe('news');
  });
});

describe('a description', () => {
  it('is shown in full up to 500 characters', () => {
    expect(truncated('x'.repeat(500))).toBe('x'.repeat(500));
  });
  it('ends with an ellipsis after 500', () => {
    expect(truncated('x'.repeat(501))).toBe(`${'x'.repeat(500)}…`);
  });
  it('is not cut inside a character', () => {
    expect(truncated(`${'x'.repeat(499)}🎙${'x'.repeat(9)}`)).toBe(`${'x'.repeat(499)}…`);
  });
});
