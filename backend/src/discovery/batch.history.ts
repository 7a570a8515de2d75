import type { DiscoveryBatchEvent } from '@earmark/contracts/discovery';
import { featureHistory } from '../kit/history/event-history.ts';

const A_RECORD = 'This records a search for candidates. Undo the decisions about them instead.';

const record = { fields: () => [], inverse: A_RECORD, bulk: null, moment: null } as const;
/** Only the page of the batch shows it. */
const withinBatch = { ...record, isUnlisted: true } as const;

export const batchHistory = featureHistory<DiscoveryBatchEvent>({
  kind: 'discovery',
  category: 'discoveryBatch',
  subject: null,
  folding: null,
  inverseReadsState: false,
  isForAnalysts: false,
  events: {
    DiscoveryBatchStarted: {
      ...record,
      sentence: ({ episodeUuids }) => `Requested entity discovery in ${episodes(episodeUuids.length)}.`,
      bulk: (count) => `${count} batches of entity discovery were requested`,
    },
    EpisodeDiscoveryStarted: { ...withinBatch, sentence: () => 'Entity discovery began in an episode.' },
    DiscoveryLogged: { ...withinBatch, sentence: () => 'Entity discovery logged a line.' },
    EpisodeDiscoveryCompleted: { ...withinBatch, sentence: () => 'Entity discovery was completed in an episode.' },
    EpisodeDiscoveryFailed: { ...withinBatch, sentence: () => 'Entity discovery failed in an episode.' },
    DiscoveryBatchFinished: {
      ...record,
      sentence: ({ outcome }) =>
        outcome === 'completed'
          ? 'A batch of entity discovery was completed.'
          : outcome === 'cancelled'
            ? 'A batch of entity discovery was cancelled.'
            : 'A batch of entity discovery ended, because the service refused the key.',
      bulk: (count) => `${count} batches of entity discovery ended`,
    },
  },
});

const episodes = (count: number): string => (count === 1 ? 'one episode' : `${count} episodes`);
