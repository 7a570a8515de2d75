import { podcastSlugBase } from '@earmark/contracts/kit';
import type { PutSeries, SeriesCommand, SeriesEvent, SeriesFacts, SeriesUuid } from '@earmark/contracts/series';
import type { Decider } from '../kit/decider.ts';
import { difference } from '../kit/difference.ts';
import { Rejected } from '../kit/rejected.ts';
import { removed } from '../kit/removals.ts';

export interface SeriesState {
  facts: SeriesFacts | null;
  feedUrl: string | null;
  isFollowed: boolean;
  isRemoved: boolean;
}

export const series: Decider<SeriesState, SeriesCommand, SeriesEvent> = {
  category: 'series',
  initial: () => ({ facts: null, feedUrl: null, isFollowed: false, isRemoved: false }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'SeriesAdded':
        return { ...state, facts: event.data.facts, feedUrl: event.data.feedUrl };
      case 'SeriesRefreshed':
        return { ...state, facts: state.facts && { ...state.facts, ...event.data.to } };
      case 'FeedMoved':
        return { ...state, feedUrl: event.data.to };
      case 'SeriesFollowed':
        return { ...state, isFollowed: true };
      case 'SeriesUnfollowed':
        return { ...state, isFollowed: false };
      case 'SeriesRemoved':
        return { ...state, isRemoved: true };
      case 'SeriesRestored':
        return { ...state, isRemoved: false };
    }
  },
  decide: (state, command) => {
    switch (command.type) {
      case 'PutSeries':
        return putSeries(state, command);
      case 'FollowSeries':
        return followSeries(state, command.seriesUuid);
      case 'UnfollowSeries':
        return unfollowSeries(state, command.seriesUuid);
      case 'RemoveSeries':
        return removeSeries(state, command.seriesUuid);
    }
  },
};

function putSeries(
  state: SeriesState,
  { seriesUuid, feedUrl, itunesId, facts, restores = false }: PutSeries,
): SeriesEvent[] {
  if (!state.facts)
    return [
      {
        type: 'SeriesAdded',
        data: { seriesUuid, slugBase: podcastSlugBase(facts.name, seriesUuid), feedUrl, itunesId, facts },
      },
    ];
  if (!restores) refuseRemoved(state);
  const events: SeriesEvent[] = state.isRemoved ? [{ type: 'SeriesRestored', data: { seriesUuid } }] : [];
  if (feedUrl !== null && feedUrl !== state.feedUrl)
    events.push({ type: 'FeedMoved', data: { seriesUuid, from: state.feedUrl, to: feedUrl } });
  const changed = difference(state.facts, facts);
  if (changed) events.push({ type: 'SeriesRefreshed', data: { seriesUuid, ...changed } });

  return events;
}

function followSeries(state: SeriesState, seriesUuid: SeriesUuid): SeriesEvent[] {
  const { facts, feedUrl, isFollowed } = state;
  if (!facts) throw unknown(seriesUuid);
  refuseRemoved(state);
  if (feedUrl === null)
    throw new Rejected('series-without-feed', `“${facts.name}” was added from files, so there is no feed to follow.`);

  return isFollowed ? [] : [{ type: 'SeriesFollowed', data: { seriesUuid } }];
}

function unfollowSeries(state: SeriesState, seriesUuid: SeriesUuid): SeriesEvent[] {
  if (!state.facts) throw unknown(seriesUuid);
  refuseRemoved(state);

  return state.isFollowed ? [{ type: 'SeriesUnfollowed', data: { seriesUuid } }] : [];
}

function removeSeries(state: SeriesState, seriesUuid: SeriesUuid): SeriesEvent[] {
  if (!state.facts) throw unknown(seriesUuid);
  refuseRemoved(state);

  return [{ type: 'SeriesRemoved', data: { seriesUuid } }];
}

function refuseRemoved({ facts, isRemoved }: SeriesState): void {
  if (isRemoved && facts) throw removed('series', facts.name);
}

const unknown = (seriesUuid: SeriesUuid): Rejected =>
  new Rejected('series-unknown', `There is no podcast ${seriesUuid}.`);
