import { ChangeRunsAnswer, ProcessEpisodeAnswer, ProcessManyAnswer } from '@earmark/contracts/pipeline';
import type { ChangeRunsRequest, ProcessEpisodeRequest, ProcessManyRequest } from '@earmark/contracts/pipeline';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { sendJson } from '../kit/api.ts';
import { counted } from '../kit/counted.ts';
import { notify } from '../ui/toast.tsx';
import { watchBatch } from './batches.ts';
import { PIPELINE, RUNS } from './pipeline.api.ts';

/** Refetches everything of the pipeline that is on screen. */
function useRefresh() {
  const client = useQueryClient();

  return () => client.invalidateQueries({ queryKey: PIPELINE });
}

/** Starts a run of one episode, or attaches to the one that is open. */
export function useProcessEpisode(onStarted: (answer: z.infer<typeof ProcessEpisodeAnswer>) => void) {
  const refresh = useRefresh();

  return useMutation({
    mutationFn: (request: z.input<typeof ProcessEpisodeRequest>) =>
      sendJson('POST', '/api/admin/process-episode', ProcessEpisodeAnswer, request),
    onSuccess: onStarted,
    onError: (error) => notify('Processing could not be started', { detail: error.message, isDestructive: true }),
    onSettled: refresh,
  });
}

/** Queues runs of many episodes; they are watched until they end. */
export function useProcessMany(onQueued: (answer: z.infer<typeof ProcessManyAnswer>) => void) {
  const refresh = useRefresh();

  return useMutation({
    mutationFn: (request: z.input<typeof ProcessManyRequest>) => sendJson('POST', RUNS, ProcessManyAnswer, request),
    onSuccess: (answer) => {
      const { batchId, queued, already } = answer;
      if (queued > 0) watchBatch({ id: batchId, runs: queued });
      notify(
        `${counted(queued, 'episode')} queued`,
        already === 0 ? undefined : `${counted(already, 'episode')} already being processed.`,
      );
      onQueued(answer);
    },
    onError: (error) => notify('Nothing was queued', { detail: error.message, isDestructive: true }),
    onSettled: refresh,
  });
}

export function useCancelRun() {
  const refresh = useRefresh();

  return useMutation({
    mutationFn: (id: string) => sendJson('POST', `${RUNS}/${id}/cancel`, z.unknown()),
    onSuccess: () => notify('Run cancelled'),
    onError: (error) => notify('The run could not be cancelled', { detail: error.message, isDestructive: true }),
    onSettled: refresh,
  });
}

export function useRetryRun() {
  const refresh = useRefresh();

  return useMutation({
    mutationFn: ({ id, fromStep }: { id: string; fromStep: number | null }) =>
      sendJson('POST', `${RUNS}/${id}/retry`, z.unknown(), fromStep === null ? {} : { fromStep }),
    onError: (error) => notify('The run could not be continued', { detail: error.message, isDestructive: true }),
    onSettled: refresh,
  });
}

const CHANGED = { cancel: 'cancelled', retry: 'queued again' } as const;

/** Cancels or retries many runs. Several requests, where no single filter covers them, count as one. */
export function useChangeRuns(order: keyof typeof CHANGED) {
  const refresh = useRefresh();

  return useMutation({
    mutationFn: async (requests: readonly z.input<typeof ChangeRunsRequest>[]) => {
      let changed = 0;
      let unchanged = 0;
      for (const request of requests) {
        const answer = await sendJson('POST', `${RUNS}/${order}`, ChangeRunsAnswer, request);
        changed += answer.changed;
        unchanged += answer.unchanged;
      }

      return { changed, unchanged };
    },
    onSuccess: ({ changed, unchanged }) =>
      notify(
        `${counted(changed, 'run')} ${CHANGED[order]}`,
        unchanged === 0 ? undefined : `${counted(unchanged, 'run')} had changed meanwhile and stayed as they are.`,
      ),
    onError: (error) =>
      notify(order === 'cancel' ? 'The runs could not be cancelled' : 'The runs could not be continued', {
        detail: error.message,
        isDestructive: true,
      }),
    onSettled: refresh,
  });
}

/** Finds the entities of an episode again, by the current patterns. */
export function useReprocessEntities() {
  const refresh = useRefresh();

  return useMutation({
    mutationFn: (episodeUuid: string) =>
      sendJson('POST', `/api/admin/episodes/${episodeUuid}/reprocess-entities`, z.object({ message: z.string() })),
    onSuccess: ({ message }) => notify(message),
    onError: (error) => notify('The entities could not be found again', { detail: error.message, isDestructive: true }),
    onSettled: refresh,
  });
}
