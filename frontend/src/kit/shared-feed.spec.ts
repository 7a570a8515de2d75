import { describe, expect, it } from '@jest/globals';
import { FeedMessage } from './shared-feed.ts';

describe('a message between tabs', () => {
  it('is a state, a line, a gap or a greeting', () => {
    const item = {
      position: '7',
      type: 'SegmentEdited',
      at: '2026-01-31T12:00:00.000Z',
      actor: 'admin',
      sentence: 'A segment was corrected',
      link: null,
      podcastUuid: null,
      episodeUuid: null,
      entityIds: [],
    };
    for (const message of [
      { kind: 'hello' },
      { kind: 'state', state: 'offline' },
      { kind: 'item', item },
      { kind: 'gap' },
    ])
      expect(FeedMessage.parse(message)).toEqual(message);
  });
  it('is ignored if another version of the site sends something unknown', () => {
    for (const message of [null, 'gap', { kind: 'state', state: 'gone' }, { kind: 'item', item: {} }])
      expect(FeedMessage.safeParse(message).success).toBe(false);
  });
});
