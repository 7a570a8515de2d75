import type { Change } from '@earmark/contracts/history';

/** A correction of a segment, as the history lists it. */
export const changeWith = (more: Partial<Change> = {}): Change => ({
  eventId: 'event',
  position: '1',
  stream: 'transcript-ferries',
  type: 'SegmentEdited',
  at: '2026-01-02T03:04:05.000Z',
  actor: 'ada',
  sentence: 'Changed a segment.',
  reason: null,
  diff: [],
  fields: 0,
  correlationId: 'request',
  causationId: null,
  reverts: null,
  revertedBy: null,
  revertible: true,
  why: null,
  link: null,
  podcastUuid: null,
  episodeUuid: null,
  ...more,
});
