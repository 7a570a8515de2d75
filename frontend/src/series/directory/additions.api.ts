import { Addition, AdditionsAnswer, AdditionStarted } from '@earmark/contracts/series';
import type { AdditionRequest } from '@earmark/contracts/series';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { getJson, sendJson } from '../../kit/api.ts';
import { counted } from '../../kit/counted.ts';
import { ProgressStream } from '../../kit/progress-stream.ts';
import { notify } from '../../ui/toast.tsx';

const ADDITIONS = '/api/admin/additions';
const ONE_SECOND_MS = 1000;

const stream = new ProgressStream(Addition);

export const isRunning = ({ status }: Addition): boolean => status === 'running';

/** Additions in progress and of the last hour, newest first. The newest in progress is followed, others are polled. */
export const additions = queryOptions({
  queryKey: ['additions'],
  queryFn: async ({ signal, client }) => {
    const answer = await getJson(ADDITIONS, AdditionsAnswer, signal);
    const running = answer.additions.find(isRunning);
    if (running !== undefined) follow(client, running.id);

    return answer.additions;
  },
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => {
    const running = data?.filter(isRunning).length ?? 0;

    return running > (stream.isLive ? 1 : 0) ? ONE_SECOND_MS : false;
  },
});

function follow(client: QueryClient, id: string): void {
  const { queryKey } = additions;
  const askAgain = () => void client.invalidateQueries({ queryKey });
  stream.open(`${ADDITIONS}/${id}/events`, {
    isWatched: () => (client.getQueryCache().find({ queryKey })?.getObserversCount() ?? 0) > 0,
    onItem: (addition) => {
      put(client, addition);
      // Its episodes are no longer new.
      if (!isRunning(addition)) void client.invalidateQueries({ queryKey: ['directory', 'episodes'] });
    },
    onComplete: askAgain,
    onBroken: askAgain,
  });
}

const put = (client: QueryClient, addition: Addition): void =>
  void client.setQueryData(additions.queryKey, (all) => all?.map((one) => (one.id === addition.id ? addition : one)));

export function useStartAddition() {
  const client = useQueryClient();

  return useMutation({
    mutationFn: (request: z.input<typeof AdditionRequest>) => sendJson('POST', ADDITIONS, AdditionStarted, request),
    onSuccess: () => client.invalidateQueries({ queryKey: additions.queryKey }),
    onError: (error) => notify('Nothing was added', { detail: error.message, isDestructive: true }),
  });
}

export function useCancelAddition() {
  const client = useQueryClient();

  return useMutation({
    mutationFn: (id: string) => sendJson('POST', `${ADDITIONS}/${id}/cancel`, Addition),
    onSuccess: (addition) => {
      put(client, addition);
      const { added, kind } = addition;
      notify('Cancelled', `${counted(added, kind === 'feeds' ? 'podcast' : 'episode')} added before that stay.`);
    },
    onError: (error) => notify('It could not be cancelled', error.message),
    onSettled: () => client.invalidateQueries({ queryKey: ['directory', 'episodes'] }),
  });
}
