import { HistoryPage, RevertAnswer, RevertBatchPlan } from '@earmark/contracts/history';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { getJson, sendJson } from '../kit/api.ts';
import { notify } from '../kit/toast.tsx';
import { queryOf } from './subject.ts';
import type { Subject } from './subject.ts';

// No position is empty.
const FIRST_PAGE = '';

const pageOf = (subject: Subject, before: string, signal: AbortSignal): Promise<HistoryPage> => {
  const params = queryOf(subject);
  if (before !== FIRST_PAGE) params.set('before', before);

  return getJson(`/api/history?${params}`, HistoryPage, signal);
};

/** Changes, newest first, 50 a page. New ones come with the live feed, unless the reader is to ask for them. */
export const history = (subject: Subject) =>
  infiniteQueryOptions({
    queryKey: ['history', 'changes', subject],
    queryFn: ({ signal, pageParam }) => pageOf(subject, pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
    meta: { isTouchedBy: () => subject.kind !== 'everything' },
  });

/** The newest changes only, read again whenever something happens. */
export const newestHistory = (subject: Subject) =>
  queryOptions({
    queryKey: ['history', 'newest', subject],
    queryFn: ({ signal }) => pageOf(subject, FIRST_PAGE, signal),
    gcTime: 0,
    meta: { isTouchedBy: () => true },
  });

/** What to undo together. */
export type BatchChoice =
  { readonly correlationId: string } | { readonly actor: string; readonly from: string; readonly to: string };

const BATCH_PATH = '/api/admin/history/revert-batch';
const BatchAnswer = RevertAnswer.extend({ notUndone: z.array(z.object({ eventId: z.string(), why: z.string() })) });

export const planBatch = (choice: BatchChoice): Promise<RevertBatchPlan> =>
  sendJson('POST', BATCH_PATH, RevertBatchPlan, { ...choice, dryRun: true });

const runBatch = (undoId: string, reason: string): Promise<z.infer<typeof BatchAnswer>> =>
  sendJson('POST', BATCH_PATH, BatchAnswer, { undoId, reason: reason || null });

const revert = (eventId: string, reason: string): Promise<RevertAnswer> =>
  sendJson('POST', `/api/admin/history/${eventId}/revert`, RevertAnswer, { reason: reason || null });

const restore = (body: { episodeUuid: string; position: string; reason: string | null }): Promise<RevertAnswer> =>
  sendJson('POST', '/api/admin/history/restore', RevertAnswer, body);

/** Takes back one change and offers to take that back. */
export function useRevert() {
  const refresh = useRefresh();
  const undo = useUndo();

  return useMutation({
    mutationFn: ({ eventId, reason }: { eventId: string; reason: string }) => revert(eventId, reason),
    onSuccess: ({ eventIds }) =>
      notify('Change reverted', {
        undo: () =>
          undo(async () => {
            for (const eventId of eventIds.toReversed()) await revert(eventId, '');
          }),
      }),
    onSettled: refresh,
  });
}

/** Brings an episode back to how it was at a position. `newest`: that of its last change, to go back to. */
export function useRestore(episodeUuid: string) {
  const refresh = useRefresh();
  const undo = useUndo();

  return useMutation({
    mutationFn: ({ position, reason }: { position: string; newest: string; reason: string }) =>
      restore({ episodeUuid, position, reason: reason || null }),
    onSuccess: ({ eventIds }, { newest }) =>
      eventIds.length === 0
        ? notify('Nothing to restore', 'The episode is as it was then.')
        : notify('Version restored', {
            detail: `${counted(eventIds.length)} undone.`,
            undo: () => undo(() => restore({ episodeUuid, position: newest, reason: null })),
          }),
    onSettled: refresh,
  });
}

/** Undoes what a dry run has listed. */
export function useRunBatch() {
  const refresh = useRefresh();
  const undo = useUndo();

  return useMutation({
    mutationFn: ({ undoId, reason }: { undoId: string; reason: string }) => runBatch(undoId, reason),
    onSuccess: ({ eventIds, notUndone }, { undoId }) =>
      notify(`${counted(eventIds.length)} undone`, {
        detail: notUndone[0] && `${counted(notUndone.length)} could not be undone. ${notUndone[0].why}`,
        // What a list undoes bears the list's id.
        undo: () =>
          undo(async () => {
            const plan = await planBatch({ correlationId: undoId });
            await runBatch(plan.undoId, '');
          }),
      }),
    onSettled: refresh,
  });
}

/** Runs what a toast offers, and says how it ended. */
function useUndo() {
  const refresh = useRefresh();

  return (call: () => Promise<unknown>): void => {
    notify('Undoing…');
    call()
      .then(
        () => notify('Undone'),
        (error: unknown) => notify('It could not be undone', error instanceof Error ? error.message : String(error)),
      )
      .finally(() => void refresh());
  };
}

/** A revert may touch anything that is shown. */
function useRefresh() {
  const client = useQueryClient();

  return () => client.invalidateQueries();
}

const counted = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'change' : 'changes'}`;
