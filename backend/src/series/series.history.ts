import type { SeriesEvent } from '@earmark/contracts/series';
import { featureHistory, type Names } from '../kit/history/event-history.ts';
import { changedFacts, FROM_FEED } from '../kit/history/wording.ts';

const series = ({ podcast }: Names): string => podcast ?? 'A podcast';

export const seriesHistory = featureHistory<SeriesEvent>({
  kind: 'series',
  category: 'series',
  subject: 'podcast',
  folding: null,
  inverseReadsState: false,
  isForAnalysts: false,
  events: {
    SeriesAdded: {
      fields: ({ facts }) => [{ path: 'name', from: null, to: facts.name }],
      inverse: 'An added podcast stays in the catalogue.',
      sentence: (_, names) => `${series(names)} was added.`,
      bulk: (count) => `${count} podcasts were added`,
      moment: null,
    },
    SeriesRefreshed: {
      fields: changedFacts,
      inverse: FROM_FEED,
      sentence: (_, names) => `The description of ${series(names)} was updated.`,
      bulk: (count) => `${count} podcasts were updated`,
      moment: null,
    },
    FeedMoved: {
      fields: ({ from, to }) => [{ path: 'feedUrl', from, to }],
      inverse: FROM_FEED,
      sentence: (_, names) => `The feed of ${series(names)} moved.`,
      bulk: null,
      moment: null,
    },
  },
});
