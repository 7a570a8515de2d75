import { describe, expect, it } from '@jest/globals';
import { passageLink } from './passage-link.ts';

describe('the link to a passage', () => {
  it('names the time in seconds and the entity', () => {
    expect(passageLink(passage(151_900), 'C & C++')).toBe('/podcasts/GoTime/episode-1?t=151&entity=C+%26+C%2B%2B');
  });
  it('names the time in milliseconds where seconds would be misread as milliseconds', () => {
    expect(passageLink(passage(10_500_250), 'Go')).toBe('/podcasts/GoTime/episode-1?t=10500250&entity=Go');
  });
});

const passage = (startMs: number) => ({ podcastSlug: 'GoTime', episodeSlug: 'episode-1', startMs });
