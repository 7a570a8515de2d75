import { HistoryPage, RevertAnswer } from '@earmark/contracts/history';
import {
  PendingChanges,
  PreviewAnswer,
  RecountEffect,
  RecountList,
  RecountPassages,
  RecountSummary,
  RecountView,
} from '@earmark/contracts/recounts';
import type { PreviewRequest, RecountDifference, RecountQuery } from '@earmark/contracts/recounts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { z } from 'zod';
import { getJson, sendJson } from '../kit/api.ts';
import { ProgressStream } from '../kit/progress-stream.ts';
import { notify } from '../ui/toast.tsx';
import { revertedWords, totalsSentence } from './recount-words.ts';

const RECOUNTS = '/api/admin/recounts';
const ONE_SECOND_MS = 1000;
const FIRST_PAGE = '';

const stream = new ProgressStream(RecountSummary);

const isMoving = ({ status }: RecountSummary): boolean => status === 'running';

/** Recounts, newest first, 50 a page, and how many episodes use older patterns. */
export const recountList = infiniteQueryOptions({
  queryKey: ['recounts'],
  queryFn: async ({ signal, pageParam, client }) => {
    const page = await getJson(
      pageParam === FIRST_PAGE ? RECOUNTS : `${RECOUNTS}?after=${pageParam}`,
      RecountList,
      signal,
    );
    if (page.recounts.some(isMoving)) followProgress(client);

    return page;
  },
  initialPageParam: FIRST_PAGE,
  getNextPageParam: ({ next }) => next,
  select: ({ pages }) => ({ pages, recounts: pages.flatMap(({ recounts }) => recounts), behind: pages[0]!.behind }),
  staleTime: 0,
  // Poll only while the server is not pushing.
  refetchInterval: ({ state: { data } }) =>
    !stream.isLive && data?.pages.some(({ recounts }) => recounts.some(isMoving)) ? ONE_SECOND_MS : false,
  meta: { isTouchedBy: () => true },
});

/** How many episodes a recount of everything would change. */
export const recountEffect = queryOptions({
  queryKey: [...recountList.queryKey, 'effect'],
  queryFn: ({ signal }) => getJson(`${RECOUNTS}/effect`, RecountEffect, signal),
  staleTime: 0,
  placeholderData: keepPreviousData,
  meta: { isTouchedBy: () => true },
});

/** Updates each recount as the server pushes it, until nothing is being counted or nobody is watching. */
function followProgress(client: QueryClient): void {
  const { queryKey } = recountList;
  const askAgain = () => void client.invalidateQueries({ queryKey, exact: true });
  stream.open(`${RECOUNTS}/progress`, {
    isWatched: () => (client.getQueryCache().find({ queryKey, exact: true })?.getObserversCount() ?? 0) > 0,
    onItem: (recount) => {
      client.setQueryData(
        queryKey,
        (data) => data && { ...data, pages: data.pages.map((page) => withNews(page, recount)) },
      );
      // Also refetch the number of episodes with older patterns, and recounts started by others.
      const isListed = client
        .getQueryData(queryKey)
        ?.pages.some(({ recounts }) => recounts.some(({ id }) => id === recount.id));
      if (!isMoving(recount) || isListed !== true) askAgain();
    },
    onComplete: askAgain,
    onBroken: askAgain,
  });
}

const withNews = (page: RecountList, recount: RecountSummary): RecountList => ({
  ...page,
  recounts: page.recounts.map((one) => (one.id === recount.id ? recount : one)),
});

/** One recount, even beyond the end of the list. */
export const recountSummary = (id: string) =>
  queryOptions({
    queryKey: ['recounts', id, 'summary'],
    queryFn: ({ signal }) => getJson(`${RECOUNTS}/${id}`, RecountSummary, signal),
  });

export type Order = Pick<z.infer<typeof RecountQuery>, 'by' | 'sort'>;

/** The differences of a recount, 50 per page; `text`: only those with it in a name. */
export const recountDifferences = (id: string, { by, sort }: Order, text?: string) =>
  infiniteQueryOptions({
    queryKey: ['recounts', id, by, sort, text ?? null],
    queryFn: ({ signal, pageParam }) => {
      const params = new URLSearchParams({ by, sort, ...(text !== undefined && { text }) });
      if (pageParam !== FIRST_PAGE) params.set('after', pageParam);

      return getJson(`${RECOUNTS}/${id}?${params}`, RecountView, signal);
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    // Changed episodes may have been counted again since they were last shown.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** The mentions of an entity that a publication would add and remove, everywhere or in one place. */
export const recountPassages = (
  id: string,
  { entityId, podcastUuid, episodeUuid }: Pick<RecountDifference, 'entityId' | 'podcastUuid' | 'episodeUuid'>,
) =>
  queryOptions({
    queryKey: ['recounts', id, 'passages', entityId, podcastUuid, episodeUuid],
    queryFn: ({ signal }) => {
      const params = new URLSearchParams({ entityId });
      if (podcastUuid !== null) params.set('podcastUuid', podcastUuid);
      if (episodeUuid !== null) params.set('episodeUuid', episodeUuid);

      return getJson(`${RECOUNTS}/${id}/passages?${params}`, RecountPassages, signal);
    },
    staleTime: 0,
  });

/** The effect of a past change of patterns on the current transcripts, counted again whenever it is opened. */
export const changeComparison = (eventId: string) =>
  queryOptions({
    queryKey: ['comparison', eventId],
    queryFn: ({ signal }) => getJson(`/api/admin/history/${eventId}/comparison`, PreviewAnswer, signal),
    staleTime: 0,
    gcTime: 60_000,
  });

/** Previews a change of a pattern. As the user types, the previous request is aborted. */
export const preview = (request: PreviewRequest) =>
  queryOptions({
    queryKey: ['preview', request],
    queryFn: ({ signal }) => sendJson('POST', '/api/admin/patterns/preview', PreviewAnswer, request, {}, signal),
    staleTime: 0,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    meta: { isTouchedBy: () => true },
  });

/** Changes of patterns that some episode is not counted with, newest first. `since`: a day (2026-03-04), or empty. */
export const pendingChanges = ({ isOwn, since }: { isOwn: boolean; since: string }) =>
  infiniteQueryOptions({
    queryKey: [...recountList.queryKey, 'changes', isOwn, since],
    queryFn: ({ signal, pageParam }) => {
      const params = new URLSearchParams({ by: isOwn ? 'me' : 'all' });
      if (since !== '') params.set('since', new Date(`${since}T00:00`).toISOString());
      if (pageParam !== FIRST_PAGE) params.set('before', pageParam);

      return getJson(`${RECOUNTS}/changes?${params}`, PendingChanges, signal);
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { isTouchedBy: () => true },
  });

export interface RecountDraft {
  /** Null for all podcasts. */
  podcastUuids: string[] | null;
  /** Null for the current patterns. */
  asOf: string | null;
  /** Ids of the events that changed patterns, when only these are counted; null: the whole vocabulary. */
  changes: string[] | null;
}

export function useStartRecount(onStarted: (id: string) => void) {
  const client = useQueryClient();

  return useMutation({
    mutationFn: (draft: RecountDraft) => sendJson('POST', RECOUNTS, z.object({ id: z.string() }), draft),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: recountList.queryKey });
      onStarted(id);
    },
    onError: (error) => notify('The recount could not be started', error.message),
  });
}

const FAILED = {
  pause: 'The recount could not be paused',
  resume: 'The recount could not be resumed',
  discard: 'The recount could not be discarded',
} as const;

export const useRecountOrder = (order: keyof typeof FAILED) => {
  const client = useQueryClient();

  return useMutation({
    mutationFn: (id: string) => sendJson('POST', `${RECOUNTS}/${id}/${order}`, RecountSummary),
    onSuccess: () => order === 'discard' && notify('Recount discarded'),
    onError: (error) => notify(FAILED[order], error.message),
    onSettled: () => client.invalidateQueries({ queryKey: recountList.queryKey }),
  });
};

/** Publishes a recount, and offers to undo that. */
export function usePublishRecount() {
  const client = useQueryClient();
  const revert = useRevertPublication();

  return useMutation({
    mutationFn: (id: string) => sendJson('POST', `${RECOUNTS}/${id}/publish`, RecountSummary),
    onSuccess: ({ id, before, after }) =>
      notify('Recount published', {
        detail: before && after ? totalsSentence(before, after) : undefined,
        isUndoneAnywhere: true,
        undo: () => revert.mutate(id),
      }),
    onError: (error) => notify('The recount could not be published', error.message),
    onSettled: () => client.invalidateQueries({ queryKey: recountList.queryKey }),
  });
}

/** Reverts a publication: the episodes that use it get their earlier counts back. */
export function useRevertPublication() {
  const client = useQueryClient();

  return useMutation({
    mutationFn: async (id: string) => {
      const { changes } = await getJson(`/api/history?stream=recount-${id}`, HistoryPage);
      const publication = changes.find(({ type }) => type === 'RecountPublished');
      if (publication === undefined) throw new Error('The publication is not in the history.');
      // Fetched before the revert: others may have published since the page was loaded.
      const { inForce } = await getJson(`${RECOUNTS}/${id}`, RecountSummary);
      await sendJson('POST', `/api/admin/history/${publication.eventId}/revert`, RevertAnswer, {});

      return inForce;
    },
    onSuccess: (inForce) => notify('Publication reverted', revertedWords(inForce)),
    onError: (error) => notify('The publication could not be reverted', error.message),
    onSettled: () => client.invalidateQueries({ queryKey: recountList.queryKey }),
  });
}
