import { QueryClient } from '@tanstack/react-query';

/** What an event of the live feed says it concerns. All null and empty: anything may have changed. */
export interface Change {
  readonly podcastUuid: string | null;
  readonly episodeUuid: string | null;
  readonly entityIds: readonly string[];
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Whether what the query shows may be different after the change. Without it the query is never refreshed. */
      isTouchedBy?: (change: Change, client: QueryClient) => boolean;
      /** Whether the change is of what the page is about: then its reader is told who made it. */
      isAbout?: (change: Change, client: QueryClient) => boolean;
    };
  }
}

/** The site's defaults: no retries, no refetch on focus, never stale; the live feed says when to read again. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: Infinity } } });

export const isUnscoped = (change: Change): boolean =>
  change.podcastUuid === null && change.episodeUuid === null && change.entityIds.length === 0;

/** Reads again what the changes touch and is on screen; the rest when it is next shown. */
export async function refreshTouched(client: QueryClient, changes: readonly Change[]): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ meta }) => changes.some((change) => meta?.isTouchedBy?.(change, client) ?? false),
  });
}

/** Whether a page that is open is about what was changed. */
export const isAboutOpenPage = (client: QueryClient, change: Change): boolean =>
  client
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(({ meta }) => meta?.isAbout?.(change, client) ?? false);
