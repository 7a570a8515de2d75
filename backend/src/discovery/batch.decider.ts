import type { DiscoveryBatchEvent } from '@earmark/contracts/discovery';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Decider } from '../kit/decider.ts';

export interface BatchState {
  /** In the order in which they are searched. Null: there is no such batch. */
  episodeUuids: readonly EpisodeUuid[] | null;
  done: Set<EpisodeUuid>;
  hasFinished: boolean;
}

export const discoveryBatch: Decider<BatchState, DiscoveryBatchEvent, DiscoveryBatchEvent> = {
  category: 'discoveryBatch',
  initial: () => ({ episodeUuids: null, done: new Set(), hasFinished: false }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'DiscoveryBatchStarted':
        state.episodeUuids = event.data.episodeUuids;
        break;
      case 'EpisodeDiscoveryCompleted':
      case 'EpisodeDiscoveryFailed':
        state.done.add(event.data.episodeUuid);
        break;
      case 'DiscoveryBatchFinished':
        state.hasFinished = true;
        break;
      case 'EpisodeDiscoveryStarted':
      case 'DiscoveryLogged':
        break;
    }

    return state;
  },
  decide: (state, event) => {
    if (event.type === 'DiscoveryBatchStarted') return state.episodeUuids === null ? [event] : [];
    // Somebody has cancelled it.
    if (state.hasFinished) return [];
    const isResult = event.type === 'EpisodeDiscoveryCompleted' || event.type === 'EpisodeDiscoveryFailed';

    return isResult && state.done.has(event.data.episodeUuid) ? [] : [event];
  },
};
