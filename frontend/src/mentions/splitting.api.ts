import { SplitAnswer, SplitView, type SplitRequest } from '@earmark/contracts/mentions';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sendJson } from '../kit/api.ts';
import { notify } from '../ui/toast.tsx';

const pathOf = (id: string) => `/api/admin/entities/${id}/split`;
const PREVIEW = 'split-preview';

export type Split = Pick<SplitRequest, 'name' | 'entityTypeId'> &
  Required<Pick<SplitRequest, 'podcastUuids' | 'segments'>>;

export const isComplete = ({ name, podcastUuids, segments }: Split): boolean =>
  name.trim() !== '' && podcastUuids.length + segments.length > 0;

/** The numbers of both entities before and after. */
export const splitPreview = (id: string, split: Split) =>
  queryOptions({
    queryKey: [PREVIEW, id, split],
    queryFn: () => sendJson('POST', pathOf(id), SplitView, { ...split, dryRun: true }),
    enabled: isComplete(split),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Splits an entity, and offers to take that back. */
export function useSplit(id: string, onSplit: () => void) {
  const client = useQueryClient();
  const { mutate: unsplit } = useUnsplit();

  return useMutation({
    mutationFn: (split: Split & { reason: string | null }) => sendJson('POST', pathOf(id), SplitAnswer, split),
    onSuccess: ({ message, splitId }) => {
      notify(message, { undo: () => unsplit(splitId), isUndoneAnywhere: true });
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== PREVIEW });
      onSplit();
    },
    onError: (error) => notify('Nothing was split off', { detail: error.message, isDestructive: true }),
  });
}

/** Lets what was split off count for the first entity again. */
export function useUnsplit() {
  const client = useQueryClient();

  return useMutation({
    mutationFn: (splitId: string) => sendJson('POST', `/api/admin/splits/${splitId}/undo`, SplitAnswer, {}),
    onSuccess: ({ message }) => {
      notify(message);
      void client.invalidateQueries();
    },
    onError: (error) => notify('The split was not undone', { detail: error.message, isDestructive: true }),
  });
}
