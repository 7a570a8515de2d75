import { describe, expect, it } from '@jest/globals';
import { touchesEpisode } from './episodes.api.ts';

describe('a change', () => {
  const shown = { podcast: { uuid: 'p1' }, episode: { uuid: 'e1' }, entityMentions: [{ entity: { id: 'x1' } }] };
  const change = { podcastUuid: null, episodeUuid: null, entityIds: [] };

  it('affects the episode it names and no other', () => {
    expect(touchesEpisode(shown, { ...change, podcastUuid: 'p1', episodeUuid: 'e1' })).toBe(true);
    expect(touchesEpisode(shown, { ...change, podcastUuid: 'p1', episodeUuid: 'e2' })).toBe(false);
  });
  it('affects every episode of a podcast when it names only that', () => {
    expect(touchesEpisode(shown, { ...change, podcastUuid: 'p1' })).toBe(true);
    expect(touchesEpisode(shown, { ...change, podcastUuid: 'p2' })).toBe(false);
  });
  it('affects the episodes that mention its entities', () => {
    expect(touchesEpisode(shown, { ...change, entityIds: ['x1', 'x2'] })).toBe(true);
    expect(touchesEpisode(shown, { ...change, entityIds: ['x2'] })).toBe(false);
  });
  it('affects everything when it names nothing', () => {
    expect(touchesEpisode(shown, change)).toBe(true);
  });
});
