import { describe, expect, it } from '@jest/globals';
import type { Change } from '@earmark/contracts/history';
import { blockedText, withoutChange } from './text-merge.ts';

describe('a text without a change', () => {
  it.each([
    [
      'keeps what was corrected elsewhere',
      'Of the lovelace engine we know',
      'Of the Lovelace engine we know',
      'Of the Lovelace machine we know more',
      'Of the lovelace machine we know more',
    ],
    [
      'takes words out',
      'We met today.',
      'We met again today.',
      'So we said: We met again today.',
      'So we said: We met today.',
    ],
    ['brings words back', 'one two three four', 'one four', 'zero one four five', 'zero one two three four five'],
    ['changes nothing of what is gone', 'a b c', 'a x c', 'quite another text', null],
  ])('%s', (_, before, after, now, merged) => {
    expect(withoutChange(before, after, now)).toBe(merged);
  });
});

const change = (more: Partial<Change>): Change => ({
  eventId: 'e',
  position: '1',
  stream: 'transcript-x',
  type: 'SegmentEdited',
  at: '2026-01-01T00:00:00.000Z',
  actor: 'admin',
  sentence: 'Changed.',
  reason: null,
  diff: [{ path: 'segments/s/text', from: 'a', to: 'b' }],
  correlationId: 'c',
  causationId: null,
  reverts: null,
  revertedBy: null,
  revertible: false,
  why: 'A later change stands in the way.',
  link: '/podcasts/x/y',
  podcastUuid: null,
  episodeUuid: null,
  ...more,
});

it('is offered for corrections that a later one stands in the way of, and for nothing else', () => {
  expect(blockedText(change({}))).toEqual({ segmentId: 's', before: 'a', after: 'b', link: '/podcasts/x/y' });
  for (const more of [
    { revertible: true },
    { revertedBy: 'r' },
    { type: 'SegmentRetimed' },
    { link: null },
    { diff: [] },
  ])
    expect(blockedText(change(more))).toBeNull();
});
