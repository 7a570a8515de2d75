import { Problem } from '@earmark/contracts';
import { MutationCache, QueryClient } from '@tanstack/react-query';
import { RequestFailed } from './api.ts';

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

/**
 * The site's defaults: no retries, no refetch on focus, never stale; the live feed triggers refetches, and so does a
 * write that may or may not have been saved.
 */
export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // Offline, a read says so instead of waiting without a word.
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        staleTime: Infinity,
        networkMode: 'always',
      },
      // Nothing is held back and sent later, when nobody expects it any more.
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isMaybeSaved(error)) void client.invalidateQueries();
      },
    }),
  });

  return client;
}

const isMaybeSaved = (error: unknown): boolean =>
  error instanceof RequestFailed && Problem.safeParse(error.problem).data?.code === 'maybe-saved';

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
