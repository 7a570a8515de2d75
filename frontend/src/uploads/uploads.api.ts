import {
  EpisodesStatusAnswer,
  InitializeAnswer,
  UploadAnswer,
  UploadBatch,
  UploadManyAnswer,
} from '@earmark/contracts/uploads';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { getJson, sendJson } from '../kit/api.ts';
import { isUnscoped } from '../kit/queries.ts';
import type { UploadFilter } from './upload-filter.ts';

const BASE = '/api/admin/transcript-search';
const UPLOADS = ['uploads'] as const;
const FIRST_PAGE = '';
const ACTIVE_MS = 1500;

/** Episodes with the status of their uploads, 50 a page. While something is uploaded, it asks again by itself. */
export const uploadStatus = (filter: UploadFilter) =>
  infiniteQueryOptions({
    queryKey: [...UPLOADS, 'status', filter],
    queryFn: ({ signal, pageParam }) => {
      const params = new URLSearchParams({ paged: 'true' });
      for (const [name, value] of Object.entries(filter)) if (value !== undefined) params.set(name, String(value));
      if (pageParam !== FIRST_PAGE) params.set('after', pageParam);

      return getJson(`${BASE}/episodes-status?${params}`, EpisodesStatusAnswer, signal);
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
      (data?.pages[0]?.summary.open ?? 0) > 0 ? ACTIVE_MS * data!.pages.length : false,
    meta: { isTouchedBy: (change) => change.episodeUuid !== null || change.podcastUuid !== null || isUnscoped(change) },
  });

/** How far the uploads of a batch are. */
export const uploadBatch = (id: string) =>
  queryOptions({
    queryKey: [...UPLOADS, 'batch', id],
    queryFn: ({ signal }) => getJson(`${BASE}/batches/${id}`, UploadBatch, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && !isOpen(data) ? false : ACTIVE_MS),
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
