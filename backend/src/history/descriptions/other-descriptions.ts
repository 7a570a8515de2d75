import type { EpisodeEvent } from '@earmark/contracts/episodes';
import type { HistoryEvent } from '@earmark/contracts/history';
import type { LibraryEvent } from '@earmark/contracts/library';
import type { RecountEvent, RecountScope } from '@earmark/contracts/recounts';
import type { SeriesEvent } from '@earmark/contracts/series';
import { Rejected } from '../../kit/rejected.ts';
import type { RecountsState } from '../../recounts/recount.decider.ts';
import { inverseOf, theEpisode, titled, type Descriptions, type Names } from './description.ts';

const FROM_FEED = 'It came from the feed, and the next reading would bring it back; change it where the feed is made.';
const CHANGED_NOTHING = 'It changed nothing that visitors see, so there is nothing to undo.';

const series = ({ podcast }: Names): string => podcast ?? 'A podcast';

export const seriesDescriptions: Descriptions<SeriesEvent, unknown> = {
  SeriesAdded: {
    fields: ({ facts }) => [{ path: 'name', from: null, to: facts.name }],
    inverse: 'A podcast that was added stays in the catalogue.',
    sentence: (_, names) => `${series(names)} was added.`,
    bulk: (count) => `${count} series were added`,
  },
  SeriesRefreshed: {
    fields: changedFacts,
    inverse: FROM_FEED,
    sentence: (_, names) => `The description of ${series(names)} was updated.`,
    bulk: (count) => `${count} series were updated`,
  },
  FeedMoved: {
    fields: ({ from, to }) => [{ path: 'feedUrl', from, to }],
    inverse: FROM_FEED,
    sentence: (_, names) => `The feed of ${series(names)} moved.`,
    bulk: null,
  },
};

export const episodeDescriptions: Descriptions<EpisodeEvent, unknown> = {
  EpisodeAdded: {
    fields: ({ facts }) => [{ path: 'title', from: null, to: facts.title }],
    inverse: 'An episode that was added stays in the catalogue.',
    sentence: (_, names) =>
      names.episode === null ? 'The episode was added.' : `Episode ${titled(names.episode)} was added.`,
    bulk: (count) => `${count} episodes were added`,
  },
  EpisodeRefreshed: {
    fields: changedFacts,
    inverse: FROM_FEED,
    sentence: (_, names) =>
      names.episode === null ? 'The episode was updated.' : `Episode ${titled(names.episode)} was updated.`,
    bulk: (count) => `${count} episodes were updated`,
  },
  DescriptionEdited: {
    fields: ({ from, to }) => [{ path: 'description', from, to }],
    inverse: ({ episodeUuid, from, to }) =>
      inverseOf<EpisodeEvent>({ type: 'DescriptionEdited', data: { episodeUuid, from: to, to: from } }),
    sentence: (_, names) => `Changed the description of ${theEpisode(names)}.`,
    bulk: (count) => `${count} descriptions were changed`,
  },
};

export const recountDescriptions: Descriptions<RecountEvent, RecountsState> = {
  RecountStarted: {
    fields: () => [],
    inverse: CHANGED_NOTHING,
    sentence: ({ scope }) => `A recount of ${scopeWords(scope)} was started.`,
    bulk: null,
  },
  RecountPublished: {
    fields: ({ recountId }) => [{ path: 'publication', from: null, to: recountId }],
    movesPinsOnly: true,
    inverse: (data, state) => {
      assertStanding(state, data.recountId, 'published');

      return inverseOf<RecountEvent>({ type: 'RecountReverted', data });
    },
    sentence: ({ scope }) => `New counts of ${scopeWords(scope)} were published.`,
    bulk: (count) => `${count} recounts were published`,
  },
  RecountReverted: {
    fields: ({ recountId }) => [{ path: 'publication', from: recountId, to: null }],
    movesPinsOnly: true,
    inverse: (data, state) => {
      assertStanding(state, data.recountId, 'open');

      return inverseOf<RecountEvent>({ type: 'RecountPublished', data });
    },
    sentence: ({ scope }) => `The publication of new counts of ${scopeWords(scope)} was taken back.`,
    bulk: (count) => `${count} publications were taken back`,
  },
  RecountDiscarded: {
    fields: () => [],
    inverse: CHANGED_NOTHING,
    sentence: () => 'A recount was discarded.',
    bulk: null,
  },
};

/** It may have been published again, or discarded, by hand. */
function assertStanding({ recounts }: RecountsState, recountId: string, standing: 'published' | 'open'): void {
  const now = recounts.get(recountId)?.standing;
  if (now !== standing) throw new Rejected('recount-state', `This recount is ${now ?? 'unknown'} now.`);
}

export const libraryDescriptions: Descriptions<LibraryEvent, unknown> = {
  SampleLibraryLoaded: {
    fields: () => [],
    inverse: 'It only says that the sample library was loaded.',
    sentence: ({ series: podcasts, episodes }) =>
      `The sample library was loaded: ${podcasts} podcasts, ${episodes} episodes.`,
    bulk: null,
  },
};

const ITSELF_NO_CHANGE = 'It only says what was undone; undo those changes one by one.';

export const historyDescriptions: Descriptions<HistoryEvent, unknown> = {
  UndoStarted: {
    fields: () => [],
    inverse: ITSELF_NO_CHANGE,
    sentence: ({ eventIds }) => `The undoing of ${changes(eventIds.length)} was started.`,
    bulk: null,
  },
  UndoFinished: {
    fields: () => [],
    inverse: ITSELF_NO_CHANGE,
    sentence: ({ undone, notUndone }) =>
      `${undone.length === 1 ? 'One change was' : `${undone.length} changes were`} undone${notUndone.length === 0 ? '' : `, ${notUndone.length} not`}.`,
    bulk: null,
  },
};

const changes = (count: number): string => (count === 1 ? 'one change' : `${count} changes`);

const scopeWords = ({ podcastUuids }: RecountScope): string => {
  if (podcastUuids === null) return 'all podcasts';
  return podcastUuids.length === 1 ? 'one podcast' : `${podcastUuids.length} podcasts`;
};

function changedFacts({ from, to }: { from: object; to: object }) {
  const before = new Map<string, unknown>(Object.entries(from));

  return Object.entries(to).map(([path, value]: [string, unknown]) => ({
    path,
    from: before.get(path) ?? null,
    to: value,
  }));
}
