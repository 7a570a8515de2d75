import type { EpisodeEvent } from '@earmark/contracts/episodes';
import { featureHistory, inverseOf } from '../kit/history/event-history.ts';
import { changedFacts, FROM_FEED, theEpisode, titled } from '../kit/history/wording.ts';
import { episode, type EpisodeState } from './episode.decider.ts';

export const episodesHistory = featureHistory<EpisodeEvent, EpisodeState>({
  kind: 'episodes',
  category: 'episode',
  subject: 'episode',
  folding: episode,
  inverseReadsState: false,
  isForAnalysts: false,
  events: {
    EpisodeAdded: {
      fields: ({ facts }) => [{ path: 'title', from: null, to: facts.title }],
      inverse: 'Remove the episode instead; that can be undone.',
      sentence: (_, names) =>
        names.episode === null ? 'The episode was added.' : `Episode ${titled(names.episode)} was added.`,
      bulk: (count) => `${count} episodes were added`,
      moment: () => 'the episode was added',
    },
    EpisodeRefreshed: {
      fields: changedFacts,
      inverse: FROM_FEED,
      sentence: (_, names) =>
        names.episode === null ? 'The episode was updated.' : `Episode ${titled(names.episode)} was updated.`,
      bulk: (count) => `${count} episodes were updated`,
      moment: () => 'the episode was updated from the feed',
    },
    DescriptionEdited: {
      fields: ({ from, to }) => [{ path: 'description', from, to }],
      inverse: ({ episodeUuid, from, to }) =>
        inverseOf<EpisodeEvent>({ type: 'DescriptionEdited', data: { episodeUuid, from: to, to: from } }),
      sentence: (_, names) => `Changed the description of ${theEpisode(names)}.`,
      bulk: (count) => `${count} descriptions were changed`,
      moment: () => 'the description was edited',
    },
    EpisodeMarkedTranscribed: {
      fields: () => [],
      inverse: 'The mark comes with the transcript: restore an earlier version instead.',
      sentence: (_, names) => `Marked ${theEpisode(names)} as transcribed.`,
      // The transcript itself is the news.
      bulk: null,
      moment: null,
    },
    // Neither has a moment of its own: while it is removed the episode has no page, and afterwards it is as before.
    EpisodeRemoved: {
      fields: () => [{ path: 'exists', from: true, to: false }],
      inverse: (data) => inverseOf<EpisodeEvent>({ type: 'EpisodeRestored', data }),
      sentence: (_, names) =>
        names.episode === null ? 'The episode was removed.' : `Episode ${titled(names.episode)} was removed.`,
      bulk: (count) => `${count} episodes were removed`,
      moment: null,
    },
    EpisodeRestored: {
      fields: () => [{ path: 'exists', from: false, to: true }],
      inverse: (data) => inverseOf<EpisodeEvent>({ type: 'EpisodeRemoved', data }),
      sentence: (_, names) =>
        names.episode === null ? 'The episode was restored.' : `Episode ${titled(names.episode)} was restored.`,
      bulk: (count) => `${count} episodes were restored`,
      moment: null,
    },
  },
});
