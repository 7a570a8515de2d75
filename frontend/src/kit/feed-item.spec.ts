import { describe, expect, it } from '@jest/globals';
import { parseFeedItem } from './feed-item.ts';

const line = {
  position: '12',
  type: 'SegmentEdited',
  at: '2026-01-31T12:00:00.000Z',
  actor: 'admin',
  sentence: 'A segment was corrected',
  link: null,
  podcastUuid: null,
  episodeUuid: null,
  entityIds: [],
};

describe('a line of the live feed', () => {
  it('is read from the data of an event', () => {
    expect(parseFeedItem(JSON.stringify(line))).toEqual(line);
  });
  it('is ignored if it is not a valid line', () => {
    expect(['', '{', '{"position":12}', null, 7].map(parseFeedItem)).toEqual(Array(5).fill(null));
  });
});
