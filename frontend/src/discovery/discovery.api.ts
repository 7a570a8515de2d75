import {
  CandidateCardPage,
  CandidateContexts,
  CandidateIds,
  CandidateStatus,
  DecisionEffect,
  DiscoveryBatch,
  BatchEpisode,
  QualityView,
  ReviewDecisionPage,
} from '@earmark/contracts/discovery';
import type { EffectRequest } from '@earmark/contracts/discovery';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { getJson, sendJson } from '../kit/api.ts';
import { isUnscoped } from '../kit/queries.ts';
import type { Change } from '../kit/queries.ts';
import { paramsOf } from './review-view.ts';
import type { ReviewView } from './review-view.ts';
import type { Picked } from './use-selection.ts';

export const CANDIDATES = '/api/admin/discovered-entities';
export const BATCHES = '/api/admin/discovery-batches';
/** The key that all queries of the page begin with. */
export const DISCOVERY = ['discovery'] as const;
export const CARDS = [...DISCOVERY, 'cards'] as const;

const FIRST_PAGE = '';
export const MOST_AT_ONCE = 5000;
/** As many as a call gives: fewer calls while somebody decides quickly. */
const PAGE_CARDS = '100';

const concernsEpisodes = (change: Change): boolean => change.episodeUuid !== null || isUnscoped(change);

/**
 * The queue of a view, in pages. Decisions are written into it, so that what was decided keeps its place until the reader
 * loads the view again; nothing refreshes it by itself.
 */
export const candidateCards = (view: ReviewView) =>
  infiniteQueryOptions({
    queryKey: [...CARDS, view],
    queryFn: ({ signal, pageParam }) => {
      const params = paramsOf(view);
      params.set('limit', PAGE_CARDS);
      if (pageParam !== FIRST_PAGE) params.set('after', pageParam);

      return getJson(`${CANDIDATES}/cards?${params}`, CandidateCardPage, signal);
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    // Comparing thousands of cards field by field takes longer than a frame.
    structuralSharing: false,
    // Another visit loads what is open then.
    gcTime: 0,
  });

/** The numbers of a view, as they are now. */
export const viewNumbers = (view: ReviewView) =>
  queryOptions({
    queryKey: [...DISCOVERY, 'numbers', { ...view, sort: null }],
    queryFn: async ({ signal }) => {
      const params = paramsOf({ ...view, sort: undefined });
      params.set('limit', '1');
      const { total, progress, types, bands } = await getJson(
        `${CANDIDATES}/cards?${params}`,
        CandidateCardPage,
        signal,
      );

      return { total, progress, types, bands };
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { isTouchedBy: concernsEpisodes },
  });

/** Ids of all candidates of a view. */
export const getAllIds = (view: ReviewView) =>
  getJson(`${CANDIDATES}/ids?${paramsOf({ ...view, sort: undefined })}`, CandidateIds);

/** Every candidate of a view with its status, as many as a bulk may have. */
export async function getAllPicked(view: ReviewView): Promise<{ picked: Picked[]; isComplete: boolean }> {
  const picked: Picked[] = [];
  let isComplete = true;
  for (const status of view.status === undefined ? CandidateStatus.options : [view.status]) {
    const answer = await getAllIds({ ...view, status });
    picked.push(...answer.ids.map((id) => ({ id, status })));
    isComplete &&= answer.isComplete;
  }

  return { picked: picked.slice(0, MOST_AT_ONCE), isComplete: isComplete && picked.length <= MOST_AT_ONCE };
}

/** Everywhere a candidate stands in its episode. */
export const candidateContexts = (id: string) =>
  queryOptions({
    queryKey: [...DISCOVERY, 'contexts', id],
    queryFn: async ({ signal }) => (await getJson(`${CANDIDATES}/${id}/contexts`, CandidateContexts, signal)).contexts,
  });

/** What a decision would do. */
export const decisionEffect = (request: z.input<typeof EffectRequest>) =>
  queryOptions({
    queryKey: [...DISCOVERY, 'effect', request],
    queryFn: ({ signal }) => sendJson('POST', `${CANDIDATES}/effect`, DecisionEffect, request, {}, signal),
    meta: { isTouchedBy: () => true },
  });

/** What was decided, newest first; of one account or of all. */
export const reviewDecisions = (isMine: boolean) =>
  infiniteQueryOptions({
    queryKey: [...DISCOVERY, 'decisions', isMine],
    queryFn: ({ signal, pageParam }) => getDecisions(isMine, pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    gcTime: 0,
    meta: { isTouchedBy: concernsEpisodes },
  });

export function getDecisions(isMine: boolean, after = FIRST_PAGE, signal?: AbortSignal) {
  const params = new URLSearchParams({ mine: String(isMine) });
  if (after !== FIRST_PAGE) params.set('after', after);

  return getJson(`${CANDIDATES}/decisions?${params}`, ReviewDecisionPage, signal);
}

/** What became of what each model proposed. */
export const modelQuality = queryOptions({
  queryKey: [...DISCOVERY, 'quality'],
  queryFn: async ({ signal }) => (await getJson(`${CANDIDATES}/quality`, QualityView, signal)).rows,
  staleTime: 0,
  meta: { isTouchedBy: concernsEpisodes },
});

/** Processed episodes, to search for entities. */
export const episodesForDiscovery = queryOptions({
  queryKey: [...DISCOVERY, 'episodes'],
  queryFn: ({ signal }) => getJson('/api/admin/episodes-ready-for-discovery', z.array(BatchEpisode), signal),
  staleTime: 0,
  meta: { isTouchedBy: concernsEpisodes },
});

const BATCH_MS = 5_000;

/** The newest batches. While one runs this asks again; its own stream is faster. */
export const discoveryBatches = queryOptions({
  queryKey: [...DISCOVERY, 'batches'],
  queryFn: ({ signal }) => getJson(BATCHES, z.array(DiscoveryBatch), signal),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.some(({ status }) => status === 'running') ? BATCH_MS : false),
  meta: { isTouchedBy: () => true },
});
