import type { RecountSummary } from '@earmark/contracts/recounts';

/** A recount that has counted everything and waits to be published. */
export const RECOUNT: RecountSummary = {
  id: '0d2cd4a4-4c5e-4f5e-9a55-111111111111',
  status: 'ready',
  startedAt: '2026-01-02T03:04:05.000Z',
  startedBy: 'ann',
  pin: { vocabularyRevision: 12, matcherVersion: 1 },
  podcastUuids: null,
  only: null,
  episodes: 11,
  progress: { percent: 100, eventsPerSecond: null, secondsLeft: null },
  isWaiting: false,
  failure: null,
  before: null,
  after: null,
  inForce: null,
  overtaken: null,
  changedSince: 0,
};
