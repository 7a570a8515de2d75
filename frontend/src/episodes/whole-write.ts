import { EpisodePage, SavedAnswer, SaveConflict } from '@earmark/contracts/episodes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import { z } from 'zod';
import { RequestFailed, sendJson } from '../kit/api.ts';
import { isAwaited, saving } from '../kit/own-writes.ts';

const LOOK_AGAIN_MS = 100;

export type EpisodePart = 'transcript' | 'entities' | 'description';

interface WholeWrite {
  /** What the page shows until the server has answered. */
  readonly shown: (page: EpisodePage) => EpisodePage;
  readonly body: unknown;
  /** Of the page that was edited. */
  readonly version: string;
  /** Called with the server's answer, before the page is read again; null: others saved along, their version is not known. */
  readonly onSaved: (version: string | null) => void;
  /** Called when it was refused or did not arrive, before the page is read again. */
  readonly onRefused?: (error: Error) => void;
  /** Called when the page has been read again, also when nobody looks at the editor any more; so is the next. */
  readonly onDone: () => void;
  readonly onFailed: (error: Error) => void;
}

/** Saves a whole part of an episode: shown at once, taken back when it fails, read again in any case. */
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
      // What was read meanwhile is newer than both.
      for (const { key, page, shown } of held) if (client.getQueryData(key) === shown) client.setQueryData(key, page);
      onRefused?.(error);
    },
    onSuccess: ({ version }, { onSaved }) => {
      if (version !== null) client.setQueriesData<EpisodePage>(pages, (page) => page && { ...page, version });
      onSaved(version);
    },
    onSettled: async (answer, error, { onDone, onFailed }) => {
      await client.invalidateQueries(pages);
      // What others saved along is not known before the page is read, which its query sees to: the next save would not know
      // what it begins with.
      while (answer?.version === null && isAwaited(episodeUuid) && cachedPage(client, episodeUuid) !== undefined)
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      if (error === null) onDone();
      else onFailed(error);
    },
  });
}

/** Reads the pages of the episode that are shown again. */
export const readAgain = (client: QueryClient, episodeUuid: string): Promise<void> =>
  client.invalidateQueries(pagesOf(episodeUuid));

/** All that is cached of the episode's current page, whatever address it was opened by. */
const pagesOf = (episodeUuid: string): QueryFilters => ({
  queryKey: ['episode'],
  predicate: ({ state }) => {
    const page = EpisodePage.pick({ episode: true, asOf: true }).safeParse(state.data);

    return page.success && page.data.asOf === undefined && page.data.episode.uuid === episodeUuid;
  },
});

const Refusal = z.object({ conflicts: z.array(SaveConflict) });

/** What somebody else has changed meanwhile; empty when that is not why it failed. */
export const conflictsOf = (error: unknown): readonly SaveConflict[] =>
  error instanceof RequestFailed ? (Refusal.safeParse(error.problem).data?.conflicts ?? []) : [];

/** The episode's page as it is cached now. */
export const cachedPage = (client: QueryClient, episodeUuid: string): EpisodePage | undefined =>
  client.getQueriesData<EpisodePage>(pagesOf(episodeUuid))[0]?.[1];
