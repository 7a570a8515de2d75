import { QueryClient } from '@tanstack/react-query';

/** What an event of the live feed concerns. If all fields are null or empty, anything may have changed. */
export interface Change {
  readonly podcastUuid: string | null;
  readonly episodeUuid: string | null;
  readonly entityIds: readonly string[];
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Whether the change may affect the query's data. Without it, the query is never refreshed. */
      isTouchedBy?: (change: Change, client: QueryClient) => boolean;
      /** Whether the change is to the subject of the page, so that its reader is notified who made it. */
      isAbout?: (change: Change, client: QueryClient) => boolean;
    };
  }
}

/** The site's defaults: no retries, no refetch on focus, never stale; the live feed triggers refetches. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: Infinity } } });

export const isUnscoped = (change: Change): boolean =>
  change.podcastUuid === null && change.episodeUuid === null && change.entityIds.length === 0;

/** Refetches affected queries on screen now, and the others when they are next shown. */
export async function refreshTouched(client: QueryClient, changes: readonly Change[]): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ meta }) => changes.some((change) => meta?.isTouchedBy?.(change, client) ?? false),
  });
}

/** Whether the open page is about the subject of the change. */
export const isAboutOpenPage = (client: QueryClient, change: Change): boolean =>
  client
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(({ meta }) => meta?.isAbout?.(change, client) ?? false);
