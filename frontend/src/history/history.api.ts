import {
  EntryChanges,
  HistoryEntries,
  RestoreAnswer,
  RevertAnswer,
  RevertBatchAnswer,
  RevertBatchPlan,
  UndoProgress,
  WholeDiff,
} from '@earmark/contracts/history';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getJson, sendJson } from '../kit/api.ts';
import { notify } from '../ui/toast.tsx';
import { queryOf } from './subject.ts';
import type { Subject } from './subject.ts';

// Real positions are never empty.
const FIRST_PAGE = '';

const pageOf = (subject: Subject, before: string, signal: AbortSignal): Promise<HistoryEntries> => {
  const params = queryOf(subject);
  if (before !== FIRST_PAGE) params.set('before', before);

  return getJson(`/api/history/entries?${params}`, HistoryEntries, signal);
};

/** One entry per save, newest first, 50 per page. The live feed adds new ones, except in lists where the reader asks for them. */
export const history = (subject: Subject) =>
  infiniteQueryOptions({
    queryKey: ['history', 'entries', subject],
    queryFn: ({ signal, pageParam }) => pageOf(subject, pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
    meta: { isTouchedBy: () => subject.kind !== 'everything' },
  });

/** The changes of one entry in the order of the document, 50 per page. */
export const entryChanges = (subject: Subject, correlationId: string) =>
  infiniteQueryOptions({
    queryKey: ['history', 'changes', subject, correlationId],
    queryFn: ({ signal, pageParam }) => {
      const params = queryOf(subject);
      params.set('after', pageParam);

      return getJson(`/api/history/entries/${correlationId}?${params}`, EntryChanges, signal);
    },
    initialPageParam: '0',
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
    meta: { isTouchedBy: () => true },
  });

/** All fields of a change that has more than the list shows. They never change. */
export const wholeDiff = (eventId: string) =>
  queryOptions({
    queryKey: ['history', 'diff', eventId],
    queryFn: ({ signal }) => getJson(`/api/history/changes/${eventId}`, WholeDiff, signal),
    staleTime: Infinity,
  });

/** The newest entries only, refetched on every event. */
export const newestHistory = (subject: Subject) =>
  queryOptions({
    queryKey: ['history', 'newest', subject],
    queryFn: ({ signal }) => pageOf(subject, FIRST_PAGE, signal),
    gcTime: 0,
    meta: { isTouchedBy: () => true },
  });

/** The changes to undo together. */
export type BatchChoice =
  { readonly correlationId: string } | { readonly actor: string; readonly from: string; readonly to: string };

const BATCH_PATH = '/api/admin/history/revert-batch';

export const planBatch = (choice: BatchChoice): Promise<RevertBatchPlan> =>
  sendJson('POST', BATCH_PATH, RevertBatchPlan, { ...choice, dryRun: true });

/** `eventIds`: of those to undo; null: all of the list. */
const runBatch = (undoId: string, reason: string, eventIds: readonly string[] | null): Promise<RevertBatchAnswer> =>
  sendJson('POST', BATCH_PATH, RevertBatchAnswer, {
    undoId,
    reason: reason || null,
    ...(eventIds !== null && { eventIds }),
  });

const revert = (eventId: string, reason: string): Promise<RevertAnswer> =>
  sendJson('POST', `/api/admin/history/${eventId}/revert`, RevertAnswer, { reason: reason || null });

const restore = (body: { episodeUuid: string; position: string; reason: string | null }): Promise<RestoreAnswer> =>
  sendJson('POST', '/api/admin/history/restore', RestoreAnswer, body);

/** Reverts one change, and offers to undo the revert. */
export function useRevert() {
  const refresh = useRefresh();
  const undo = useUndo();

  return useMutation({
    mutationFn: ({ eventId, reason }: { eventId: string; reason: string }) => revert(eventId, reason),
    onSuccess: ({ eventIds }) =>
      notify('Change reverted', {
        isUndoneAnywhere: true,
        undo: () =>
          undo(async () => {
            for (const eventId of eventIds.toReversed()) await revert(eventId, '');

            return undefined;
          }),
      }),
    onSettled: refresh,
  });
}

/** Restores an episode to its state at a log position. */
export function useRestore(episodeUuid: string) {
  const refresh = useRefresh();
  const undo = useUndo();

  return useMutation({
    mutationFn: ({ position, reason }: { position: string; reason: string }) =>
      restore({ episodeUuid, position, reason: reason || null }),
    onSuccess: ({ eventIds, correlationId }) =>
      eventIds.length === 0
        ? notify('Nothing to restore', 'The episode already matches that version.')
        : notify('Version restored', {
            detail: `${counted(eventIds.length)} undone.`,
            isUndoneAnywhere: true,
            undo: () => undo(() => undoCall(correlationId, { isShown: true })),
          }),
    onSettled: refresh,
  });
}

/** Undoes the changes listed by a dry run. */
export function useRunBatch() {
  const refresh = useRefresh();
  const undo = useUndo();

  return useMutation({
    mutationFn: ({
      undoId,
      reason,
      eventIds,
    }: {
      undoId: string;
      reason: string;
      eventIds: readonly string[] | null;
    }) => runBatch(undoId, reason, eventIds),
    onSuccess: ({ eventIds, notUndone }, { undoId }) =>
      notify(`${counted(eventIds.length)} undone`, {
        detail: notUndone[0] && `${counted(notUndone.length)} could not be undone. ${notUndone[0].why}`,
        isUndoneAnywhere: true,
        // Undone changes carry the id of this list as their correlation.
        undo: () => undo(() => undoCall(undoId, { isShown: true })),
      }),
    onSettled: refresh,
  });
}

/**
 * Undoes what a request recorded, but nothing later. Returns a sentence about what could not be undone. `isShown`: the
 * caller replaces the message that says how far it is.
 */
export async function undoCall(correlationId: string, { isShown = false } = {}): Promise<string | undefined> {
  const plan = await planBatch({ correlationId });
  if (plan.will.length === 0 && plan.willNot[0]) throw new Error(plan.willNot[0].why);
  const stop = isShown ? showProgress(plan.undoId) : () => {};
  const { notUndone } = await runBatch(plan.undoId, '', null).finally(stop);
  const left = [...plan.willNot, ...notUndone];

  return left[0] && `${counted(left.length)} could not be undone. ${left[0].why}`;
}

const LOOK_MS = 1000;

/** Says how far a long undo is, until the returned function is called. */
function showProgress(undoId: string): () => void {
  const gone = new AbortController();
  const look = async () => {
    const { running } = await getJson(`${BATCH_PATH}/${undoId}`, UndoProgress, gone.signal);
    if (running !== null && !gone.signal.aborted)
      notify(`Undoing ${running.done.toLocaleString('en')} of ${counted(running.total)}…`);
  };
  // The undo itself reports what goes wrong.
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS);

  return () => {
    clearInterval(timer);
    gone.abort();
  };
}

/** Undoes one change by its event, as a toast offers, and reports the outcome. */
export function useUndoChange() {
  const undo = useUndo();

  return (eventId: string): void =>
    undo(async () => {
      await revert(eventId, '');

      return undefined;
    });
}

/** Runs the undo offered by a toast, and reports the outcome. */
function useUndo() {
  const refresh = useRefresh();

  return (call: () => Promise<string | undefined>): void => {
    notify('Undoing…');
    call()
      .then(
        (detail) => notify('Undone', { detail }),
        (error: unknown) => notify('Could not undo it', error instanceof Error ? error.message : String(error)),
      )
      .finally(() => void refresh());
  };
}

/** A revert may affect any data on screen. */
function useRefresh() {
  const client = useQueryClient();

  return () => client.invalidateQueries();
}

const counted = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'change' : 'changes'}`;
