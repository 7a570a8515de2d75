import { LedgerPage, WhyView } from '@earmark/contracts/entities';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getJson } from '../kit/api.ts';

/** Which number: of an entity (slug or uuid), in one episode or in all (null). */
export interface NumberPlace {
  readonly entity: string;
  readonly episodeUuid: string | null;
}

const pathOf = ({ entity, episodeUuid }: NumberPlace, call: string, before: string): string => {
  const params = new URLSearchParams();
  if (episodeUuid !== null) params.set('episode', episodeUuid);
  if (before !== FIRST_PAGE) params.set('before', before);

  return `/api/entities/${encodeURIComponent(entity)}/${call}?${params}`;
};
const FIRST_PAGE = '';

/** What a number is made of. */
export const whyNumber = (place: NumberPlace) =>
  queryOptions({
    queryKey: ['why', place],
    queryFn: ({ signal }) => getJson(pathOf(place, 'why', FIRST_PAGE), WhyView, signal),
    staleTime: 0,
    meta: { isTouchedBy: () => true },
  });

/** What moved it, newest first, 50 a page. */
export const numberLedger = (place: NumberPlace) =>
  infiniteQueryOptions({
    queryKey: ['ledger', place],
    queryFn: ({ signal, pageParam }) => getJson(pathOf(place, 'ledger', pageParam), LedgerPage, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    meta: { isTouchedBy: () => true },
  });
