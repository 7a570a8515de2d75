import { MergeAnswer, MergeView } from '@earmark/contracts/mentions';
import { Suggestions } from '@earmark/contracts/search';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getJson, sendJson } from '../kit/api.ts';
import { notify } from '../ui/toast.tsx';

const pathOf = (id: string, what: 'merge' | 'unmerge') => `/api/admin/entities/${id}/${what}`;

const COMPARISON = 'merge-comparison';

/** An entity to choose. */
export type EntityChoice = Suggestions['entities'][number];

/** Entities whose names contain what is typed. */
export const entityChoices = (typed: string) =>
  queryOptions({
    queryKey: ['entity', 'choices', typed],
    queryFn: async ({ signal }) =>
      (await getJson(`/api/search/suggest?${new URLSearchParams({ q: typed })}`, Suggestions, signal)).entities,
    enabled: typed !== '',
    placeholderData: keepPreviousData,
  });

/** Both side by side, asked whenever the dialog is. */
export const mergeComparison = (from: string, into: string) =>
  queryOptions({
    queryKey: [COMPARISON, from, into],
    queryFn: () => sendJson('POST', pathOf(from, 'merge'), MergeView, { into, dryRun: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

interface Merge {
  readonly from: string;
  readonly into: string;
  readonly reason: string;
}

/** Merges an entity into another, and offers to take that back. */
export function useMerge(onMerged: (answer: MergeAnswer) => void) {
  const client = useQueryClient();
  const { mutate: unmerge } = useUnmerge();

  return useMutation({
    mutationFn: ({ from, into, reason }: Merge) =>
      sendJson('POST', pathOf(from, 'merge'), MergeAnswer, { into, reason: reason || null }),
    onSuccess: (answer, { from }) => {
      notify(answer.message, { undo: () => unmerge(from), isUndoneAnywhere: true });
      // Numbers change on every page; what was compared is one now.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== COMPARISON });
      onMerged(answer);
    },
    onError: (error) => notify('Nothing was merged', { detail: error.message, isDestructive: true }),
  });
}

/** Lets a merged entity count for itself again. */
export function useUnmerge() {
  const client = useQueryClient();

  return useMutation({
    mutationFn: (id: string) => sendJson('POST', pathOf(id, 'unmerge'), MergeAnswer, {}),
    onSuccess: ({ message }) => {
      notify(message);
      void client.invalidateQueries();
    },
    onError: (error) => notify('The merge was not undone', { detail: error.message, isDestructive: true }),
  });
}
