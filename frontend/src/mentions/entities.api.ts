import { EntityPage, PassagePage } from '@earmark/contracts/mentions';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getJson } from '../kit/api.ts';

// Real cursors are never empty.
const FIRST_PAGE = '';

/** One entity across all podcasts. `entity` is a slug or uuid. Any event may change its numbers. */
export const entityPage = (entity: string) =>
  queryOptions({
    queryKey: ['entity', entity],
    queryFn: ({ signal }) => getJson(`/api/entities/${encodeURIComponent(entity)}`, EntityPage, signal),
    meta: {
      isTouchedBy: () => true,
      isAbout: ({ entityIds }, client) => {
        const shown = client.getQueryData<EntityPage>(['entity', entity]);

        return shown !== undefined && [shown.entity, ...shown.entity.merged].some(({ id }) => entityIds.includes(id));
      },
    },
  });

/** Its passages, newest episode first, 50 per page. `podcast` is a slug; null for all podcasts. */
export const entityPassages = (entity: string, podcast: string | null) =>
  infiniteQueryOptions({
    queryKey: ['entity', entity, 'passages', podcast],
    queryFn: ({ signal, pageParam }) => {
      const params = new URLSearchParams();
      if (podcast !== null) params.set('podcast', podcast);
      if (pageParam !== FIRST_PAGE) params.set('after', pageParam);
      const query = String(params);
      const path = `/api/entities/${encodeURIComponent(entity)}/mentions`;

      return getJson(query === '' ? path : `${path}?${query}`, PassagePage, signal);
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    meta: { isTouchedBy: () => true },
  });
