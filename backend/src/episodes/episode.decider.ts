import type {
  EditDescription,
  EpisodeCommand,
  EpisodeEvent,
  EpisodeFacts,
  EpisodeUuid,
  MarkTranscribed,
  PutEpisode,
} from '@earmark/contracts/episodes';
import { slugBase } from '@earmark/contracts/kit';
import type { SeriesUuid } from '@earmark/contracts/series';
import type { VersionId } from '@earmark/contracts/transcripts';
import { cleanHtml } from '../feeds/clean-html.ts';
import type { Decider } from '../kit/decider.ts';
import { difference } from '../kit/difference.ts';
import { Rejected } from '../kit/rejected.ts';
import { removed } from '../kit/removals.ts';

export interface EpisodeState {
  seriesUuid: SeriesUuid | null;
  /** The shown description. */
  facts: EpisodeFacts | null;
  /** The latest description of the feed, which an edit by hand overrides. */
  fedDescription: string | null;
  /** By itself; its podcast may be removed, too. */
  isRemoved: boolean;
  /** The version with which it was marked as transcribed. */
  transcribed: VersionId | null;
}

export const episode: Decider<EpisodeState, EpisodeCommand, EpisodeEvent> = {
  category: 'episode',
  initial: () => ({ seriesUuid: null, facts: null, fedDescription: null, isRemoved: false, transcribed: null }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'EpisodeAdded': {
        const { seriesUuid, facts } = event.data;
        return { ...state, seriesUuid, facts, fedDescription: facts.description };
      }
      case 'EpisodeRefreshed': {
        const { to } = event.data;
        const fedDescription = to.description === undefined ? state.fedDescription : to.description;
        return { ...state, facts: state.facts && { ...state.facts, ...to }, fedDescription };
      }
      case 'DescriptionEdited':
        return { ...state, facts: state.facts && { ...state.facts, description: event.data.to } };
      case 'EpisodeMarkedTranscribed':
        return { ...state, transcribed: event.data.versionId };
      case 'EpisodeRemoved':
        return { ...state, isRemoved: true };
      case 'EpisodeRestored':
        return { ...state, isRemoved: false };
    }
  },
  decide: (state, command) => {
    switch (command.type) {
      case 'PutEpisode':
        return putEpisode(state, command);
      case 'EditDescription':
        return editDescription(state, command);
      case 'MarkTranscribed':
        return markTranscribed(state, command);
      case 'RemoveEpisode':
        return removeEpisode(state, command.episodeUuid);
    }
  },
};

function putEpisode(
  state: EpisodeState,
  { episodeUuid, seriesUuid, guid, facts, restores = false }: PutEpisode,
): EpisodeEvent[] {
  if (!state.facts)
    return [
      {
        type: 'EpisodeAdded',
        data: { episodeUuid, seriesUuid, guid, slugBase: slugBase(facts.title, episodeUuid), facts },
      },
    ];
  if (!restores) refuseRemoved(state);
  const ids = { episodeUuid, seriesUuid: state.seriesUuid ?? seriesUuid };
  const events: EpisodeEvent[] = state.isRemoved ? [{ type: 'EpisodeRestored', data: ids }] : [];
  // An edit by hand overrides the feed until it is undone.
  const { description } = state.facts.description === state.fedDescription ? facts : state.facts;
  const changed = difference(state.facts, { ...facts, description });

  return changed ? [...events, { type: 'EpisodeRefreshed', data: { ...ids, ...changed } }] : events;
}

function markTranscribed(state: EpisodeState, { episodeUuid, versionId }: MarkTranscribed): EpisodeEvent[] {
  if (!state.facts) throw unknown(episodeUuid);
  refuseRemoved(state);
  if (state.transcribed === versionId) return [];

  return [{ type: 'EpisodeMarkedTranscribed', data: { episodeUuid, versionId, replaced: state.transcribed } }];
}

function removeEpisode(state: EpisodeState, episodeUuid: EpisodeUuid): EpisodeEvent[] {
  if (!state.facts || !state.seriesUuid) throw unknown(episodeUuid);
  refuseRemoved(state);

  return [{ type: 'EpisodeRemoved', data: { episodeUuid, seriesUuid: state.seriesUuid } }];
}

function refuseRemoved({ facts, isRemoved }: EpisodeState): void {
  if (isRemoved && facts) throw removed('episode', facts.title);
}

const unknown = (episodeUuid: EpisodeUuid): Rejected =>
  new Rejected('episode-unknown', `There is no episode ${episodeUuid}.`);

function editDescription(
  state: EpisodeState,
  { episodeUuid, description: mine, base }: EditDescription,
): EpisodeEvent[] {
  if (!state.facts) throw unknown(episodeUuid);
  refuseRemoved(state);
  const { description: from } = state.facts;
  // Compared in the form in which they are given out.
  const theirs = cleanHtml(from);
  const loaded = base === undefined ? theirs : cleanHtml(base);
  if (mine === theirs || mine === loaded) return [];
  if (loaded !== theirs)
    throw new Rejected('edit-conflict', 'Somebody else has changed the description since you loaded it.', {
      conflicts: [{ base: loaded, mine, theirs }],
    });

  return [{ type: 'DescriptionEdited', data: { episodeUuid, from, to: mine } }];
}
