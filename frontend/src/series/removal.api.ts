import { RemovalView, RemovedAnswer } from '@earmark/contracts/series';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getJson, sendJson } from '../kit/api.ts';
import { notify } from '../ui/toast.tsx';

export type Removed = 'series' | 'episodes';

/** What would disappear, asked whenever the question is. */
export const removalOf = (kind: Removed, uuid: string) =>
  queryOptions({
    queryKey: ['removal', kind, uuid],
    queryFn: ({ signal }) => getJson(`/api/admin/${kind}/${uuid}/removal`, RemovalView, signal),
    staleTime: 0,
    gcTime: 0,
  });

interface Removal {
  readonly uuid: string;
  readonly reason: string;
}

/** Removes a podcast or an episode, and offers to bring it back. */
export function useRemove(kind: Removed, undo: (eventId: string) => void) {
  const client = useQueryClient();

  return useMutation({
    mutationFn: ({ uuid, reason }: Removal) =>
      sendJson('DELETE', `/api/admin/${kind}/${uuid}`, RemovedAnswer, { reason: reason || null }),
    onSuccess: ({ message, eventId }) => {
      notify(message, { undo: () => undo(eventId), isUndoneAnywhere: true });
      // It has gone from every list and number.
      void client.invalidateQueries();
    },
    onError: (error) => notify('Nothing was removed', { detail: error.message, isDestructive: true }),
  });
}
