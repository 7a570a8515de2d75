import { describe, expect, it } from '@jest/globals';
import { episodePath } from './result-links.ts';

const place = { podcastSlug: 'Harbour', episodeSlug: 'ferries' };
const passage = { startMs: 151_900, text: 'we like green tea, a lot of Tea', marks: [8, 13, 14, 17, 28, 31] };

describe('the link to a result', () => {
  it('keeps the entity', () => {
    expect(episodePath(place, { entity: 'C & C++', words: 'tea' }, passage)).toBe(
      '/podcasts/Harbour/ferries?t=151&entity=C+%26+C%2B%2B',
    );
  });
  it('marks what the passage was found by, neighbouring words as one', () => {
    expect(episodePath(place, { entity: '', words: '"green tea" OR coff*' }, passage)).toBe(
      '/podcasts/Harbour/ferries?t=151&search=green+tea',
    );
  });
  it('leads to the beginning of the episode', () => {
    expect(episodePath(place, { entity: '', words: 'tea' }, passage, false)).toBe(
      '/podcasts/Harbour/ferries?search=green+tea',
    );
    expect(episodePath(place, { entity: '', words: '' }, null)).toBe('/podcasts/Harbour/ferries');
    expect(episodePath(place, { entity: '', words: 'tea' }, null)).toBe('/podcasts/Harbour/ferries?search=tea');
  });
});
