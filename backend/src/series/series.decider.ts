import { podcastSlugBase } from '@earmark/contracts/kit';
import type { PutSeries, SeriesEvent, SeriesFacts } from '@earmark/contracts/series';
import type { Decider } from '../kit/decider.ts';
import { difference } from '../kit/difference.ts';

export interface SeriesState {
  facts: SeriesFacts | null;
  feedUrl: string | null;
}

export const series: Decider<SeriesState, PutSeries, SeriesEvent> = {
  category: 'series',
  initial: () => ({ facts: null, feedUrl: null }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'SeriesAdded':
        return { facts: event.data.facts, feedUrl: event.data.feedUrl };
      case 'SeriesRefreshed':
        return { ...state, facts: state.facts && { ...state.facts, ...event.data.to } };
      case 'FeedMoved':
        return { ...state, feedUrl: event.data.to };
    }
  },
  decide: (state, { seriesUuid, feedUrl, itunesId, facts }) => {
    if (!state.facts)
      return [
        {
          type: 'SeriesAdded',
          data: { seriesUuid, slugBase: podcastSlugBase(facts.name, seriesUuid), feedUrl, itunesId, facts },
        },
      ];
    const events: SeriesEvent[] = [];
    if (feedUrl !== null && feedUrl !== state.feedUrl)
      events.push({ type: 'FeedMoved', data: { seriesUuid, from: state.feedUrl, to: feedUrl } });
    const changed = difference(state.facts, facts);
    if (changed) events.push({ type: 'SeriesRefreshed', data: { seriesUuid, ...changed } });

    return events;
  },
};
