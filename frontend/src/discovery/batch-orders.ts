import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { request, sendJson } from '../kit/api.ts';
import { notify } from '../ui/toast.tsx';
import { BATCHES, DISCOVERY, discoveryBatches } from './discovery.api.ts';

const START = '/api/admin/discover-entities-batch';

/** Starts a search of these episodes. The answer is a stream, which is not read: the page attaches to the batch as any other does. */
export function useStartBatch(onStarted: () => void) {
  const client = useQueryClient();

  return useMutation({
    mutationFn: async (episodeUuids: readonly string[]) => {
      const { body } = await request(START, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ episodeUuids }),
      });
      // The batch exists once its first line has come.
      const reader = body?.getReader();
      await reader?.read();
      // Not awaited: the connection may take its time to end.
      void reader?.cancel();
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: discoveryBatches.queryKey });
      onStarted();
    },
    onError: (error) => notify('Discovery could not be started', { detail: error.message, isDestructive: true }),
  });
}

export function useCancelBatch() {
  const client = useQueryClient();

  return useMutation({
    mutationFn: (id: string) => sendJson('POST', `${BATCHES}/${id}/cancel`, z.unknown()),
    onError: (error) => notify('The batch could not be cancelled', { detail: error.message, isDestructive: true }),
    onSettled: () =>
      client.invalidateQueries({ queryKey: DISCOVERY, predicate: ({ queryKey }) => queryKey[1] !== 'cards' }),
  });
}
