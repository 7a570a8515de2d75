import { describe, expect, it } from '@jest/globals';
import type { PassageView } from '@earmark/contracts/mentions';
import { groupsOf } from './passage-groups.ts';

describe('passages', () => {
  it('are grouped when consecutive ones share an episode, in the given order', () => {
    const groups = groupsOf([passage('e1', 's1'), passage('e1', 's2'), passage('e2', 's3'), passage('e1', 's4')]);
    expect(
      groups.map(({ episode, passages }) => [episode.episodeUuid, passages.map(({ segmentId }) => segmentId)]),
    ).toEqual([
      ['e1', ['s1', 's2']],
      ['e2', ['s3']],
      ['e1', ['s4']],
    ]);
  });
  it('are empty without a passage', () => {
    expect(groupsOf([])).toEqual([]);
  });
});

const passage = (episodeUuid: string, segmentId: string): PassageView => ({
  episodeUuid,
  episodeTitle: episodeUuid,
  episodeSlug: episodeUuid,
  podcastName: 'P',
  podcastSlug: 'P',
  audioUrl: null,
  imageUrl: null,
  publishedAt: null,
  segmentId,
  startMs: 0,
  endMs: 1000,
  timeFormatted: '00:00:00',
  speaker: 'Ada',
  text: 'Go',
  marks: [0, 2],
});
