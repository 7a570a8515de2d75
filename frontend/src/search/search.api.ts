import {
  AdvancedSearchAnswer,
  EntityIndexAnswer,
  SearchOptions,
  SegmentsAnswer,
  Suggestions,
} from '@earmark/contracts/search';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getJson } from '../kit/api.ts';

// Real cursors are never empty.
const FIRST_PAGE = '';
const FIVE_MINUTES_MS = 5 * 60_000;
// Any event may change what is found.
const ALWAYS = { isTouchedBy: () => true };

/** What the criteria offer. */
export const searchOptions = queryOptions({
  queryKey: ['search', 'options'],
  queryFn: ({ signal }) => getJson('/api/search/options', SearchOptions, signal),
  staleTime: FIVE_MINUTES_MS,
});

/** Episodes that pass the search, in pages; earlier results stay until the next have come. `params`: of the search's state. */
export const advancedSearch = (params: string) =>
  infiniteQueryOptions({
    queryKey: ['search', 'advanced', params],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams(params);
      if (pageParam !== FIRST_PAGE) query.set('after', pageParam);
      const text = String(query);

      return getJson(`/api/search/advanced${text === '' ? '' : `?${text}`}`, AdvancedSearchAnswer, signal);
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    meta: ALWAYS,
  });

export interface SegmentsAsked {
  readonly episodeUuid: string;
  readonly entity: string;
  readonly speaker: string;
  readonly words: string;
}

/** The segments behind a result, each with its neighbours. */
export const searchSegments = ({ episodeUuid, entity, speaker, words }: SegmentsAsked) =>
  queryOptions({
    queryKey: ['search', 'segments', episodeUuid, entity, speaker, words],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ episodeUuid });
      if (entity !== '') query.set('entity', entity);
      if (speaker !== '') query.set('speaker', speaker);
      if (words !== '') query.set('q', words);

      return getJson(`/api/search/segments?${query}`, SegmentsAnswer, signal);
    },
    meta: ALWAYS,
  });

/** What to offer while somebody types; nothing is asked without a text. */
export const suggestions = (text: string) =>
  queryOptions({
    queryKey: ['search', 'suggest', text],
    queryFn: ({ signal }) => getJson(`/api/search/suggest?${new URLSearchParams({ q: text })}`, Suggestions, signal),
    enabled: text !== '',
    placeholderData: text === '' ? undefined : keepPreviousData,
    meta: ALWAYS,
  });

/** The index of entities, in pages. */
export const entityIndex = (params: string) =>
  infiniteQueryOptions({
    queryKey: ['search', 'entities', params],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams(params);
      if (pageParam !== FIRST_PAGE) query.set('after', pageParam);
      const text = String(query);

      return getJson(`/api/entities${text === '' ? '' : `?${text}`}`, EntityIndexAnswer, signal);
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    meta: ALWAYS,
  });
