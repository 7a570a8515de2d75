import { HistoryPage, RevertAnswer } from '@earmark/contracts/history';
import { NoisyPatternPage, PatternView, type NoiseProposal, type NoisyPattern } from '@earmark/contracts/vocabulary';
import { keepPreviousData, infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { getJson, sendJson } from '../kit/api.ts';
import { notify } from '../ui/toast.tsx';

const PATTERNS = '/api/admin/entity-patterns';

export type Show = 'all' | 'noisy' | 'ambiguous' | 'unmentioned' | 'left';
export type Sort = 'mentions' | 'episodes' | 'noise' | 'name';

export interface CountsFilter {
  readonly show: Show;
  readonly sort: Sort;
  /** Empty: all. */
  readonly entityTypeId: string;
  readonly text: string;
}

const RECOUNTED_MS = 2000;

/** Patterns with their counts, 50 a page; asked again while they are being counted. */
export const countedPatterns = ({ show, sort, entityTypeId, text }: CountsFilter) =>
  infiniteQueryOptions({
    queryKey: ['vocabulary', 'counts', show, sort, entityTypeId, text],
    queryFn: ({ signal, pageParam }) => {
      const params = new URLSearchParams({ show, sort });
      if (entityTypeId !== '') params.set('entityTypeId', entityTypeId);
      if (text !== '') params.set('q', text);
      if (pageParam > 0) params.set('after', String(pageParam));

      return getJson(`${PATTERNS}/counts?${params}`, NoisyPatternPage, signal);
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ isLevel }) => !isLevel) ? RECOUNTED_MS : false),
    meta: { isTouchedBy: () => true },
  });

/** What somebody decides about a noisy pattern. */
export type Decision =
  | { readonly kind: 'take'; readonly pattern: NoisyPattern; readonly proposal: NoiseProposal }
  | { readonly kind: 'leave'; readonly pattern: NoisyPattern; readonly isLeft: boolean };

/** Decisions are made in the order in which they were asked for. */
const IN_ORDER = { id: 'decisions about patterns' } as const;

/**
 * Takes a proposal or leaves the pattern as it is, and offers to undo that. `onAnswer`: it was made or refused, and `refresh`
 * loads the list.
 */
export function useDecide(onAnswer: (patternId: string, refresh: () => Promise<void>) => void) {
  const client = useQueryClient();
  const refresh = async () => client.invalidateQueries({ queryKey: ['vocabulary'] });
  const undo = useMutation({
    scope: IN_ORDER,
    mutationFn: undoLast,
    onSuccess: () => notify('Undone'),
    onError: (error) => notify('Failed to undo', { detail: error.message, isDestructive: true }),
    onSettled: refresh,
  });

  return useMutation({
    scope: IN_ORDER,
    mutationFn: make,
    onSuccess: (said, { pattern }) => {
      notify(said, { isUndoneAnywhere: true, undo: () => undo.mutate(pattern.id) });
    },
    onError: (error) => notify('Failed to change the pattern', { detail: error.message, isDestructive: true }),
    // Not awaited: the next decision need not wait for the list.
    onSettled: (_said, _error, { pattern }) => onAnswer(pattern.id, refresh),
  });
}

/** Answers what was done, in a sentence. */
async function make(decision: Decision): Promise<string> {
  const { id, name } = decision.pattern;
  if (decision.kind === 'leave') {
    await sendJson('POST', `${PATTERNS}/${id}/left`, z.object({ isLeft: z.boolean() }), { isLeft: decision.isLeft });

    return decision.isLeft ? `“${name}” stays as it is` : `“${name}” is to be looked at again`;
  }
  const { changes } = decision.proposal;
  if (changes === null) {
    await sendJson('DELETE', `${PATTERNS}/${id}`, z.object({ success: z.literal(true) }));

    return `Search pattern “${name}” was removed`;
  }
  await sendJson('PATCH', `${PATTERNS}/${id}`, PatternView, { id, ...changes });

  return `Search pattern “${name}” was changed`;
}

/** Reverts the latest change of a pattern, by its history. */
async function undoLast(patternId: string): Promise<void> {
  const { changes } = await getJson('/api/history?stream=vocabulary-main', HistoryPage);
  const last = changes.find(({ diff }) => diff.some(({ path }) => path.startsWith(`patterns/${patternId}/`)));
  if (last === undefined) throw new Error('Others have changed much since. Undo it in the history of changes.');
  await sendJson('POST', `/api/admin/history/${last.eventId}/revert`, RevertAnswer, { reason: null });
}
