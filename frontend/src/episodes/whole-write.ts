import { EpisodePage, SavedAnswer, SaveConflict } from '@earmark/contracts/episodes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import { z } from 'zod';
import { RequestFailed, sendJson } from '../kit/api.ts';
import { isAwaited, saving } from '../kit/own-writes.ts';

const LOOK_AGAIN_MS = 100;

export type EpisodePart = 'transcript' | 'entities' | 'description';

interface WholeWrite {
  /** Shown on the page until the server has answered. */
  readonly shown: (page: EpisodePage) => EpisodePage;
  readonly body: unknown;
  /** Version of the page that was edited. */
  readonly version: string;
  /**
   * Called with the server's answer, before the page is refetched. Null when others have saved too, so that the version is
   * unknown.
   */
  readonly onSaved: (version: string | null) => void;
  /** Called when the save was refused or did not arrive, before the page is refetched. */
  readonly onRefused?: (error: Error) => void;
  /** Called once the page has been refetched, even if the editor is closed by then. The same holds for the next callback. */
  readonly onDone: () => void;
  readonly onFailed: (error: Error) => void;
}

/** Saves a whole part of an episode: updates the page optimistically, rolls back on failure, and refetches either way. */
export function useWholeWrite(episodeUuid: string, part: EpisodePart) {
  const client = useQueryClient();
  const pages = pagesOf(episodeUuid);

  return useMutation({
    mutationFn: ({ body, version }: WholeWrite) =>
      saving(episodeUuid, () =>
        sendJson('PUT', `/api/episodes/${episodeUuid}/${part}`, SavedAnswer, body, { 'if-match': `"${version}"` }),
      ),
    onMutate: async ({ shown }) => {
      await client.cancelQueries(pages);
      const before = client.getQueriesData<EpisodePage>(pages);

      return before.map(([key, page]) => ({ key, page, shown: page && client.setQueryData(key, shown(page)) }));
    },
    onError: (error, { onRefused }, held = []) => {
      // A page fetched meanwhile is newer than both.
      for (const { key, page, shown } of held) if (client.getQueryData(key) === shown) client.setQueryData(key, page);
      onRefused?.(error);
    },
    onSuccess: ({ version }, { onSaved }) => {
      if (version !== null) client.setQueriesData<EpisodePage>(pages, (page) => page && { ...page, version });
      onSaved(version);
    },
    onSettled: async (answer, error, { onDone, onFailed }) => {
      await client.invalidateQueries(pages);
      // What others saved is unknown until the page's own query has refetched it; until then the next save has no base version.
      while (answer?.version === null && isAwaited(episodeUuid) && cachedPage(client, episodeUuid) !== undefined)
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      if (error === null) onDone();
      else onFailed(error);
    },
  });
}

/** Refetches the visible pages of the episode. */
export const readAgain = (client: QueryClient, episodeUuid: string): Promise<void> =>
  client.invalidateQueries(pagesOf(episodeUuid));

/** Every cache entry of the episode's current page, whatever address it was opened by. */
const pagesOf = (episodeUuid: string): QueryFilters => ({
  queryKey: ['episode'],
  predicate: ({ state }) => {
    const page = EpisodePage.pick({ episode: true, asOf: true }).safeParse(state.data);

    return page.success && page.data.asOf === undefined && page.data.episode.uuid === episodeUuid;
  },
});

const Refusal = z.object({ conflicts: z.array(SaveConflict) });

/** The conflicting changes of others; empty when the save failed for another reason. */
export const conflictsOf = (error: unknown): readonly SaveConflict[] =>
  error instanceof RequestFailed ? (Refusal.safeParse(error.problem).data?.conflicts ?? []) : [];

/** The currently cached page of the episode. */
export const cachedPage = (client: QueryClient, episodeUuid: string): EpisodePage | undefined =>
  client.getQueriesData<EpisodePage>(pagesOf(episodeUuid))[0]?.[1];
