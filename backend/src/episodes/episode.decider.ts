import type { EpisodeEvent, EpisodeFacts } from '@earmark/contracts/episodes';
import { slugBase } from '@earmark/contracts/kit';
import type { Decider } from '../kit/decider.ts';
import { difference } from '../kit/difference.ts';

export interface EpisodeState {
  seriesUuid: string | null;
  facts: EpisodeFacts | null;
}

/** Adds an episode, or brings a known one up to date. */
export interface PutEpisode {
  readonly episodeUuid: string;
  readonly seriesUuid: string;
  readonly guid: string | null;
  readonly facts: EpisodeFacts;
}

export const episode: Decider<EpisodeState, PutEpisode, EpisodeEvent> = {
  category: 'episode',
  initial: () => ({ seriesUuid: null, facts: null }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'EpisodeAdded':
        return { seriesUuid: event.data.seriesUuid, facts: event.data.facts };
      case 'EpisodeRefreshed':
        return { ...state, facts: state.facts && { ...state.facts, ...event.data.to } };
      case 'DescriptionEdited':
        return { ...state, facts: state.facts && { ...state.facts, description: event.data.to } };
    }
  },
  decide: (state, { episodeUuid, seriesUuid, guid, facts }) => {
    if (!state.facts)
      return [
        {
          type: 'EpisodeAdded',
          data: { episodeUuid, seriesUuid, guid, slugBase: slugBase(facts.title, episodeUuid), facts },
        },
      ];
    const changed = difference(state.facts, facts);

    return changed
      ? [{ type: 'EpisodeRefreshed', data: { episodeUuid, seriesUuid: state.seriesUuid ?? seriesUuid, ...changed } }]
      : [];
  },
};
