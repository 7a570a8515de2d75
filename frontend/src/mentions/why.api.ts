import { LedgerPage, WhyMention, WhyTotal, WhyView } from '@earmark/contracts/entities';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getJson } from '../kit/api.ts';

/** The scope in which a number is counted. */
export type Scope =
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'podcast'; readonly uuid: string; readonly name: string }
  /** `title` is null on the page of this episode, which need not name it. */
  | { readonly kind: 'episode'; readonly uuid: string; readonly title: string | null };

/** A number of mentions on some page. */
export interface ShownNumber {
  /** Null for all entities together. `id`: slug or uuid. */
  readonly entity: { readonly id: string; readonly name: string } | null;
  readonly scope: Scope;
}

export const EVERYWHERE: Scope = { kind: 'everywhere' };

const FIRST_PAGE = '';

function pathOf(call: string, scope: Scope, after: string = FIRST_PAGE): string {
  const params = new URLSearchParams();
  if (scope.kind !== 'everywhere') params.set(scope.kind, scope.uuid);
  if (after !== FIRST_PAGE) params.set('after', after);

  return `/api/${call}?${params}`;
}
const keyOf = (scope: Scope): readonly string[] => (scope.kind === 'everywhere' ? [] : [scope.kind, scope.uuid]);

/** The breakdown of one entity's number. */
export const whyNumber = (entity: string, scope: Scope) =>
  queryOptions({
    queryKey: ['why', entity, ...keyOf(scope)],
    queryFn: ({ signal }) => getJson(pathOf(`entities/${encodeURIComponent(entity)}/why`, scope), WhyView, signal),
    staleTime: 0,
    meta: { isTouchedBy: () => true },
  });

/** The changes of a number, newest first, 50 per page. */
export const numberLedger = (entity: string, scope: Scope) =>
  infiniteQueryOptions({
    queryKey: ['ledger', entity, ...keyOf(scope)],
    queryFn: ({ signal, pageParam }) =>
      getJson(pathOf(`entities/${encodeURIComponent(entity)}/ledger`, scope, pageParam), LedgerPage, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    meta: { isTouchedBy: () => true },
  });

/** The breakdown of the number of all entities together. */
export const whyTotal = (scope: Scope) =>
  queryOptions({
    queryKey: ['why total', ...keyOf(scope)],
    queryFn: ({ signal }) => getJson(pathOf('why', scope), WhyTotal, signal),
    staleTime: 0,
    meta: { isTouchedBy: () => true },
  });

/** Why an entity is marked in a segment. */
export const whyMarked = (entity: string, episodeUuid: string, segmentId: string) =>
  queryOptions({
    queryKey: ['why marked', entity, episodeUuid, segmentId],
    queryFn: ({ signal }) =>
      getJson(
        `/api/entities/${encodeURIComponent(entity)}/mentions/${segmentId}/why?${new URLSearchParams({ episode: episodeUuid })}`,
        WhyMention,
        signal,
      ),
    staleTime: 0,
    meta: { isTouchedBy: () => true },
  });
