import type { SeriesEvent } from '@earmark/contracts/series';
import { featureHistory, inverseOf, type Names } from '../kit/history/event-history.ts';
import { changedFacts, FROM_FEED } from '../kit/history/wording.ts';
import { series, type SeriesState } from './series.decider.ts';

const podcast = (names: Names): string => names.podcast ?? 'A podcast';

export const seriesHistory = featureHistory<SeriesEvent, SeriesState>({
  kind: 'series',
  category: 'series',
  subject: 'podcast',
  folding: series,
  inverseReadsState: false,
  isForAnalysts: false,
  events: {
    SeriesAdded: {
      fields: ({ facts }) => [{ path: 'name', from: null, to: facts.name }],
      inverse: 'Remove the podcast instead; that can be undone.',
      sentence: (_, names) => `${podcast(names)} was added.`,
      bulk: (count) => `${count} podcasts were added`,
      moment: null,
    },
    SeriesRefreshed: {
      fields: changedFacts,
      inverse: FROM_FEED,
      sentence: (_, names) => `The description of ${podcast(names)} was updated.`,
      bulk: (count) => `${count} podcasts were updated`,
      moment: null,
    },
    FeedMoved: {
      fields: ({ from, to }) => [{ path: 'feedUrl', from, to }],
      inverse: FROM_FEED,
      sentence: (_, names) => `The feed of ${podcast(names)} moved.`,
      bulk: null,
      moment: null,
    },
    // Who follows a feed is of no interest to readers, so neither is public.
    SeriesFollowed: {
      fields: () => [{ path: 'followed', from: false, to: true }],
      inverse: (data) => inverseOf<SeriesEvent>({ type: 'SeriesUnfollowed', data }),
      sentence: (_, names) => `${podcast(names)} is followed: new episodes are added by themselves.`,
      bulk: null,
      moment: null,
    },
    SeriesUnfollowed: {
      fields: () => [{ path: 'followed', from: true, to: false }],
      inverse: (data) => inverseOf<SeriesEvent>({ type: 'SeriesFollowed', data }),
      sentence: (_, names) => `${podcast(names)} is no longer followed.`,
      bulk: null,
      moment: null,
    },
    SeriesRemoved: {
      fields: () => [{ path: 'exists', from: true, to: false }],
      inverse: (data) => inverseOf<SeriesEvent>({ type: 'SeriesRestored', data }),
      sentence: (_, names) => `${podcast(names)} was removed with its episodes.`,
      bulk: (count) => `${count} podcasts were removed`,
      moment: null,
    },
    SeriesRestored: {
      fields: () => [{ path: 'exists', from: false, to: true }],
      inverse: (data) => inverseOf<SeriesEvent>({ type: 'SeriesRemoved', data }),
      sentence: (_, names) => `${podcast(names)} was restored with its episodes.`,
      bulk: (count) => `${count} podcasts were restored`,
      moment: null,
    },
  },
});
