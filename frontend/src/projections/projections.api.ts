import { ProjectionList, ProjectionView } from '@earmark/contracts/projections';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getJson, sendJson } from '../kit/api.ts';
import { notify } from '../ui/toast.tsx';

const ONE_SECOND_MS = 1000;

const isMoving = ({ state, lag }: ProjectionView): boolean =>
  lag === null || lag > 0 || state === 'behind' || state === 'rebuilding';

/** All projectors; refetched every second while one of them is advancing, or the log does not answer. */
export const projections = queryOptions({
  queryKey: ['projections'],
  queryFn: ({ signal }) => getJson('/api/admin/projections', ProjectionList, signal),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.projections.some(isMoving) ? ONE_SECOND_MS : false),
  meta: { isTouchedBy: () => true },
});

/** Sends a projector, given its name, the order to rebuild or retry. */
export const useProjectorOrder = (order: 'rebuild' | 'retry') => {
  const client = useQueryClient();

  return useMutation({
    mutationFn: (name: string) =>
      sendJson('POST', `/api/admin/projections/${encodeURIComponent(name)}/${order}`, ProjectionView),
    onSuccess: (_, name) => notify(`${order === 'rebuild' ? 'Rebuilding' : 'Retrying'} ${name}`),
    onError: (error, name) => notify(`Could not ${order} ${name}`, error.message),
    onSettled: () => client.invalidateQueries(projections),
  });
};
