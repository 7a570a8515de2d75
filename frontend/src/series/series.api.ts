import { RecentPodcast, SeriesCard } from '@earmark/contracts/series';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { getJson } from '../kit/api.ts';
import { isUnscoped } from '../kit/queries.ts';
import type { Change } from '../kit/queries.ts';

const FIVE_MINUTES_MS = 5 * 60_000;

const touchesAnySeries = (change: Change): boolean =>
  change.podcastUuid !== null || change.episodeUuid !== null || isUnscoped(change);

/** Cards of the dashboard, most episodes first. */
export const seriesCards = queryOptions({
  queryKey: ['series', 'cards'],
  queryFn: ({ signal }) => getJson('/api/dashboard/podcast-series', z.array(SeriesCard), signal),
  meta: { isTouchedBy: touchesAnySeries },
});

/** Lines of the sidebar, by newest episode. */
export const recentPodcasts = queryOptions({
  queryKey: ['series', 'recent'],
  queryFn: ({ signal }) => getJson('/api/podcasts/recent', z.array(RecentPodcast), signal),
  staleTime: FIVE_MINUTES_MS,
  meta: { isTouchedBy: touchesAnySeries },
});
