import { DifferentAnswer, DuplicatePage } from '@earmark/contracts/mentions';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getJson, sendJson } from '../kit/api.ts';
import { notify } from '../ui/toast.tsx';

const CALL = '/api/admin/duplicate-entities';
// Real cursors are never empty.
const FIRST_PAGE = '';

/** Entities that may be the same, in pages. */
export const duplicatePages = infiniteQueryOptions({
  queryKey: ['duplicates'],
  queryFn: ({ signal, pageParam }) =>
    getJson(pageParam === FIRST_PAGE ? CALL : `${CALL}?after=${pageParam}`, DuplicatePage, signal),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: ({ next }) => next,
  meta: { isTouchedBy: ({ podcastUuid, episodeUuid }) => podcastUuid === null && episodeUuid === null },
});

interface Pair {
  readonly one: string;
  readonly other: string;
  readonly isUndone: boolean;
}

/** Remembers that two entities are not the same, and offers to forget it. */
export function useTellDifferent() {
  const client = useQueryClient();
  const { mutate, ...mutation } = useMutation({
    mutationFn: (pair: Pair) => sendJson('POST', `${CALL}/different`, DifferentAnswer, pair),
    onSuccess: (_, pair) => {
      if (pair.isUndone) notify('The pair is suggested again.');
      else
        notify('They are not suggested again.', {
          undo: () => mutate({ ...pair, isUndone: true }),
          isUndoneAnywhere: true,
        });
      void client.invalidateQueries(duplicatePages);
    },
    onError: (error) => notify('Nothing was remembered', { detail: error.message, isDestructive: true }),
  });

  return { mutate, ...mutation };
}
