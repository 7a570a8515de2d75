import type { TranscriptStatusEpisode } from '@earmark/contracts/uploads';
import {
  EpisodesStatusAnswer,
  InitializeAnswer,
  UploadAnswer,
  UploadBatch,
  UploadManyAnswer,
  UploadProgress,
} from '@earmark/contracts/uploads';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { getJson, sendJson } from '../kit/api.ts';
import { ProgressStream } from '../kit/progress-stream.ts';
import { isUnscoped } from '../kit/queries.ts';
import type { UploadFilter } from './upload-filter.ts';

const BASE = '/api/admin/transcript-search';
const UPLOADS = ['uploads'] as const;
const FIRST_PAGE = '';
/** Only while the server is not pushing. */
const ACTIVE_MS = 1500;

const stream = new ProgressStream(UploadProgress);

/** Episodes with the status of their uploads, 50 a page. While something is uploaded, the server pushes what moves. */
export const uploadStatus = (filter: UploadFilter) =>
  infiniteQueryOptions({
    queryKey: [...UPLOADS, 'status', filter],
    queryFn: async ({ signal, pageParam, client }) => {
      const params = new URLSearchParams({ paged: 'true' });
      for (const [name, value] of Object.entries(filter)) if (value !== undefined) params.set(name, String(value));
      if (pageParam !== FIRST_PAGE) params.set('after', pageParam);

      const page = await getJson(`${BASE}/episodes-status?${params}`, EpisodesStatusAnswer, signal);
      if (page.summary.open > 0) followProgress(client);

      return page;
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      pages,
      episodes: pages.flatMap(({ episodes }) => episodes),
      summary: pages[0]!.summary,
      index: pages[0]!.index,
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      !stream.isLive && (data?.pages[0]?.summary.open ?? 0) > 0 ? ACTIVE_MS * data!.pages.length : false,
    meta: { isTouchedBy: (change) => change.episodeUuid !== null || change.podcastUuid !== null || isUnscoped(change) },
  });

/** How far the uploads of a batch are. */
export const uploadBatch = (id: string) =>
  queryOptions({
    queryKey: [...UPLOADS, 'batch', id],
    queryFn: async ({ signal, client }) => {
      const batch = await getJson(`${BASE}/batches/${id}`, UploadBatch, signal);
      if (isOpen(batch)) followProgress(client);

      return batch;
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      stream.isLive || (data !== undefined && !isOpen(data)) ? false : ACTIVE_MS,
  });

/** Shows what the server pushes, until nothing is uploaded or nobody is watching. */
function followProgress(client: QueryClient): void {
  const status = [...UPLOADS, 'status'];
  const askAgain = () => void client.invalidateQueries({ queryKey: UPLOADS });
  stream.open(`${BASE}/progress`, {
    isWatched: () =>
      client
        .getQueryCache()
        .findAll({ queryKey: UPLOADS })
        .some((query) => query.getObserversCount() > 0),
    onItem: ({ batches, episodes, moved }) => {
      for (const batch of batches) client.setQueryData(uploadBatch(batch.id).queryKey, batch);
      client.setQueriesData<InfiniteData<EpisodesStatusAnswer>>(
        { queryKey: status },
        (data) => data && { ...data, pages: data.pages.map((page) => withNews(page, episodes)) },
      );
      // Counts, and what a filter lets through, change with each end.
      if (moved > episodes.length || episodes.some(({ progress }) => progress === null))
        void client.invalidateQueries({ queryKey: status }, { cancelRefetch: false });
    },
    onComplete: askAgain,
    onBroken: askAgain,
  });
}

const withNews = (page: EpisodesStatusAnswer, news: readonly TranscriptStatusEpisode[]): EpisodesStatusAnswer => ({
  ...page,
  episodes: page.episodes.map((one) => news.find(({ uuid }) => uuid === one.uuid) ?? one),
});

export const isOpen = ({ queued, uploading }: Pick<UploadBatch, 'queued' | 'uploading'>): boolean =>
  queued + uploading > 0;

/** Refetches every list of uploads that is on screen. */
export function useRefresh() {
  const client = useQueryClient();

  return () => client.invalidateQueries({ queryKey: UPLOADS });
}

export function useInitialize() {
  const refresh = useRefresh();

  return useMutation({
    mutationFn: () => sendJson('POST', `${BASE}/initialize`, InitializeAnswer),
    onSettled: refresh,
  });
}

/** Answers when the transcript is there, or has failed. */
export function useUpload() {
  const refresh = useRefresh();

  return useMutation({
    mutationFn: (episodeUuid: string) => sendJson('POST', `${BASE}/upload/${episodeUuid}`, UploadAnswer),
    onSettled: refresh,
  });
}

/** `changed`: what has to be uploaded again. */
export type Bulk = 'upload' | 'retry' | 'changed';

/** Queues many uploads. */
export function useUploadMany() {
  const refresh = useRefresh();

  return useMutation({
    mutationFn: ({ bulk, podcast }: { bulk: Bulk; podcast: string | undefined }) =>
      sendJson('POST', `${BASE}/${bulk === 'retry' ? 'retry-failed' : 'upload-validated'}`, UploadManyAnswer, {
        changed: bulk === 'changed',
        wait: false,
        ...(podcast === undefined ? {} : { podcastId: podcast }),
      }),
    onSettled: refresh,
  });
}
