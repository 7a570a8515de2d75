import { HeldPatternPage, PatternView, type HeldPattern } from '@earmark/contracts/vocabulary';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { getJson, sendJson } from '../kit/api.ts';
import { notify } from '../ui/toast.tsx';
import { touchesVocabulary } from './vocabulary.api.ts';

const HELD = '/api/admin/held-patterns';

/** Names that imports held back, 50 a page. */
export const heldPatterns = infiniteQueryOptions({
  queryKey: ['vocabulary', 'held'],
  queryFn: ({ signal, pageParam }) =>
    getJson(pageParam > 0 ? `${HELD}?after=${pageParam}` : HELD, HeldPatternPage, signal),
  initialPageParam: 0,
  getNextPageParam: ({ next }) => next,
  meta: { isTouchedBy: touchesVocabulary },
});

export interface HeldDecision {
  /** `quieter`: add it with the proposed options. */
  readonly kind: 'quieter' | 'as-it-is' | 'drop';
  readonly held: HeldPattern;
}

/**
 * Adds or drops names that an import held back, in the order in which that was asked for. `onAnswer`: it was done or refused,
 * and `refresh` loads the list.
 */
export function useDecideHeld(onAnswer: (id: string, refresh: () => Promise<void>) => void) {
  const client = useQueryClient();

  return useMutation({
    scope: { id: 'decisions about held names' },
    mutationFn: async ({ kind, held: { id, name } }: HeldDecision) => {
      if (kind === 'drop') {
        await sendJson('DELETE', `${HELD}/${id}`, z.object({ success: z.literal(true) }));
        return `“${name}” was dropped`;
      }
      await sendJson('POST', `${HELD}/${id}/add`, PatternView, { isQuieter: kind === 'quieter' });

      return `Search pattern “${name}” was added`;
    },
    onSuccess: (said) => notify(said),
    onError: (error) => notify('Failed to decide on the name', { detail: error.message, isDestructive: true }),
    // Not awaited: the next decision need not wait for the list.
    onSettled: (_said, _error, { held }) =>
      onAnswer(held.id, async () => client.invalidateQueries({ queryKey: ['vocabulary'] })),
  });
}
