import { CarryOverView } from '@earmark/contracts/carry-over';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sendJson, getJson } from '../kit/api.ts';
import { isUnscoped } from '../kit/queries.ts';
import { notify } from '../ui/toast.tsx';

const CARRY_OVER = 'carry-over';
const pathOf = (episodeUuid: string): string => `/api/admin/episodes/${episodeUuid}/carry-over`;

/** What a new transcript waits for. `phase`: how far the episode's processing is; another one asks again. */
export const carryOver = (episodeUuid: string, phase: string) =>
  queryOptions({
    queryKey: [CARRY_OVER, episodeUuid, phase],
    queryFn: ({ signal }) => getJson(pathOf(episodeUuid), CarryOverView, signal),
    staleTime: 0,
    meta: { isTouchedBy: (change) => change.episodeUuid === episodeUuid || isUnscoped(change) },
  });

/** Takes the answer of a change; refused ones, too, show what has changed meanwhile. */
function useAnswer(episodeUuid: string) {
  const client = useQueryClient();

  return {
    onSuccess: (answer: CarryOverView) => client.setQueriesData({ queryKey: [CARRY_OVER, episodeUuid] }, answer),
    onError: () => client.invalidateQueries({ queryKey: [CARRY_OVER, episodeUuid] }),
    client,
  };
}

export interface Decision {
  readonly id: string;
  readonly decision: 'accept' | 'drop';
  /** Left out: as proposed. */
  readonly text?: string;
}

export function useDecide(episodeUuid: string) {
  const { onSuccess, onError } = useAnswer(episodeUuid);

  return useMutation({
    mutationFn: ({ id, ...decision }: Decision) =>
      sendJson('POST', `${pathOf(episodeUuid)}/${id}`, CarryOverView, decision),
    onSuccess,
    onError,
  });
}

/** Shows the new transcript (`rest`: what becomes of the corrections that wait), or keeps the current one. */
export function useEndCarryOver(episodeUuid: string) {
  const { onSuccess, onError, client } = useAnswer(episodeUuid);

  return useMutation({
    mutationFn: (end: 'cancel' | { readonly rest?: Decision['decision'] }) =>
      end === 'cancel'
        ? sendJson('POST', `${pathOf(episodeUuid)}/cancel`, CarryOverView)
        : sendJson('POST', `${pathOf(episodeUuid)}/confirm`, CarryOverView, end),
    onSuccess: async (answer, end) => {
      onSuccess(answer);
      notify(
        end === 'cancel' ? 'The current transcript is kept' : 'The new transcript is shown',
        end === 'cancel' ? 'The new one stays recorded.' : 'The history of the episode brings the former one back.',
      );
      await client.invalidateQueries({ queryKey: ['episode'] });
    },
    onError,
  });
}
