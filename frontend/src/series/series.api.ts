import { PodcastSearchAnswer, RecentPodcast, SeriesCard } from '@earmark/contracts/series';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { getJson } from '../kit/api.ts';
import { isUnscoped } from '../kit/queries.ts';
import type { Change } from '../kit/queries.ts';
import { searchParamsOf } from './podcast-search.state.ts';
import type { SearchState } from './podcast-search.state.ts';

const FIVE_MINUTES_MS = 5 * 60_000;

/** Whether the change may affect a list of podcasts. */
export const touchesAnySeries = (change: Change): boolean =>
  change.podcastUuid !== null || change.episodeUuid !== null || isUnscoped(change);

/** Cards of the dashboard, most episodes first. */
export const seriesCards = queryOptions({
  queryKey: ['series', 'cards'],
  queryFn: ({ signal }) => getJson('/api/dashboard/podcast-series', z.array(SeriesCard), signal),
  meta: { isTouchedBy: touchesAnySeries },
});

/** Entries of the sidebar, by newest episode. */
export const recentPodcasts = queryOptions({
  queryKey: ['series', 'recent'],
  queryFn: ({ signal }) => getJson('/api/podcasts/recent', z.array(RecentPodcast), signal),
  staleTime: FIVE_MINUTES_MS,
  meta: { isTouchedBy: touchesAnySeries },
});

/** Podcasts matching by name, host or description, 20 per page; not fetched without a text. */
export const podcastSearch = (state: SearchState) =>
  infiniteQueryOptions({
    queryKey: ['series', 'search', state],
    queryFn: ({ signal, pageParam }) => {
      const params = new URLSearchParams(searchParamsOf(state) ?? '');
      if (pageParam > 0) params.set('offset', String(pageParam));

      return getJson(`/api/podcasts/search?${params}`, PodcastSearchAnswer, signal);
    },
    initialPageParam: 0,
    getNextPageParam: ({ total, results }, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.results.length, 0);

      return results.length === 0 || shown >= total ? null : shown;
    },
    enabled: state.q !== '',
    meta: { isTouchedBy: touchesAnySeries },
  });
