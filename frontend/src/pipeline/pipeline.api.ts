import {
  EpisodeProcessing,
  EpisodesToProcessAnswer,
  PipelineRunsAnswer,
  PipelineRunView,
  ProcessingEstimate,
  ProcessingHistoryAnswer,
} from '@earmark/contracts/pipeline';
import type { PipelineRunSummary } from '@earmark/contracts/pipeline';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getJson } from '../kit/api.ts';
import { isUnscoped } from '../kit/queries.ts';
import type { Change } from '../kit/queries.ts';
import { paramsOf } from './run-filter.ts';
import type { RunFilter, WaitingFilter } from './run-filter.ts';

export const RUNS = '/api/admin/pipeline/runs';
/** The key that all queries of the pipeline begin with. */
export const PIPELINE = ['pipeline'] as const;

const FIRST_PAGE = '';
const ACTIVE_MS = 2_000;
const IDLE_MS = 15_000;

export const isActive = ({ status }: Pick<PipelineRunSummary, 'status'>): boolean =>
  status === 'queued' || status === 'running';

const concernsEpisodes = (change: Change): boolean => change.episodeUuid !== null || isUnscoped(change);

const address = (path: string, params: URLSearchParams): string => {
  const query = String(params);

  return query === '' ? path : `${path}?${query}`;
};

const paged = (params: URLSearchParams, after: string): URLSearchParams => {
  if (after !== FIRST_PAGE) params.set('after', after);

  return params;
};

/** Runs, 50 a page. Progress is no line of the live feed, so this asks again by itself, less often the more pages are shown. */
export const runList = (filter: RunFilter) =>
  infiniteQueryOptions({
    queryKey: [...PIPELINE, 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      getJson(address(RUNS, paged(paramsOf(filter), pageParam)), PipelineRunsAnswer, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({ pages, runs: pages.flatMap(({ runs }) => runs), counts: pages[0]!.counts }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return false;
      const { queued = 0, running = 0 } = data.pages[0]?.counts ?? {};

      return (queued + running > 0 ? ACTIVE_MS : IDLE_MS) * data.pages.length;
    },
    meta: { isTouchedBy: concernsEpisodes },
  });

/** How many runs of a batch are in each state. */
export const batchCounts = (batch: string) =>
  queryOptions({
    queryKey: [...PIPELINE, 'batch', batch],
    queryFn: async ({ signal }) =>
      (await getJson(address(RUNS, paramsOf({ batch })), PipelineRunsAnswer, signal)).counts,
    staleTime: 0,
    refetchInterval: 2 * ACTIVE_MS,
  });

/** A run with its steps. `isLive`: whether its stream is connected, so that asking is only a safeguard. */
export const runView = (id: string, isLive = false) =>
  queryOptions({
    queryKey: [...PIPELINE, 'run', id],
    queryFn: ({ signal }) => getJson(`${RUNS}/${id}`, PipelineRunView, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || !isActive(data) ? false : isLive ? 5 * ACTIVE_MS : ACTIVE_MS,
    meta: { isTouchedBy: concernsEpisodes },
  });

/** Episodes without a transcript that are not being processed, newest first, 50 a page. */
export const episodesToProcess = (filter: WaitingFilter) =>
  infiniteQueryOptions({
    queryKey: [...PIPELINE, 'to-process', filter],
    queryFn: ({ signal, pageParam }) => getWaiting(filter, pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      pages,
      episodes: pages.flatMap(({ episodes }) => episodes),
      total: pages[0]!.total,
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { isTouchedBy: concernsEpisodes },
  });

const getWaiting = (filter: WaitingFilter, after: string, signal?: AbortSignal) =>
  getJson(
    address('/api/admin/episodes-to-process', paged(paramsOf({ ...filter, paged: 'true' }), after)),
    EpisodesToProcessAnswer,
    signal,
  );

/** Every episode of the filter, page after page. */
export async function getAllWaiting(filter: WaitingFilter) {
  const episodes: EpisodesToProcessAnswer['episodes'] = [];
  for (let after: string | null = FIRST_PAGE; after !== null;) {
    const page: EpisodesToProcessAnswer = await getWaiting(filter, after);
    episodes.push(...page.episodes);
    after = page.next;
  }

  return episodes;
}

/** Ids of every run of the filter, page after page. */
export async function getRunIds(filter: RunFilter): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = FIRST_PAGE; after !== null;) {
    const page: PipelineRunsAnswer = await getJson(address(RUNS, paged(paramsOf(filter), after)), PipelineRunsAnswer);
    ids.push(...page.runs.map(({ id }) => id));
    after = page.next;
  }

  return ids;
}

/** What was processed, newest first. */
export const processingHistory = infiniteQueryOptions({
  queryKey: [...PIPELINE, 'history'],
  queryFn: ({ signal, pageParam }) =>
    getJson(
      address('/api/admin/processing-history', paged(paramsOf({ paged: 'true' }), pageParam)),
      ProcessingHistoryAnswer,
      signal,
    ),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: ({ next }) => next,
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => {
    const isMoving = data?.pages.some(({ history }) => history.some(({ status }) => status === 'in_progress')) ?? false;

    return isMoving ? 2 * ACTIVE_MS * data!.pages.length : false;
  },
  meta: { isTouchedBy: concernsEpisodes },
});

/** What processing would cost: of these episodes (uuids, separated by commas), or of everything that waits in one podcast or in all. */
export const processingEstimate = ({
  podcast,
  episodes,
}: {
  podcast?: string | undefined;
  episodes?: string | undefined;
}) =>
  queryOptions({
    queryKey: [...PIPELINE, 'estimate', podcast, episodes],
    queryFn: ({ signal }) =>
      getJson(address('/api/admin/pipeline/estimate', paramsOf({ podcast, episodes })), ProcessingEstimate, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { isTouchedBy: concernsEpisodes },
  });

/** How many episodes of a podcast wait. */
export const waitingCount = (podcast: string) =>
  queryOptions({
    queryKey: [...PIPELINE, 'waiting', podcast],
    queryFn: async ({ signal }) => (await getWaiting({ podcast }, FIRST_PAGE, signal)).total,
    staleTime: 0,
    meta: { isTouchedBy: concernsEpisodes },
  });

/** How far the transcript of an episode is, for its readers. */
export const episodeProcessing = (episodeUuid: string) =>
  queryOptions({
    queryKey: [...PIPELINE, 'episode', episodeUuid],
    queryFn: ({ signal }) => getJson(`/api/episodes/${episodeUuid}/processing`, EpisodeProcessing, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'queued' || data?.state === 'running' ? 2 * ACTIVE_MS : false,
    meta: { isTouchedBy: (change) => change.episodeUuid === episodeUuid || isUnscoped(change) },
  });
