import type { LibraryEvent } from '@earmark/contracts/library';
import { featureHistory } from '../kit/history/event-history.ts';

export const libraryHistory = featureHistory<LibraryEvent>({
  kind: 'library',
  category: 'library',
  subject: null,
  folding: null,
  inverseReadsState: false,
  isForAnalysts: false,
  events: {
    SampleLibraryLoaded: {
      fields: () => [],
      inverse: 'This only records that the sample library was loaded.',
      sentence: ({ series, episodes }) => `The sample library was loaded: ${series} podcasts, ${episodes} episodes.`,
      bulk: null,
      moment: null,
    },
  },
});
