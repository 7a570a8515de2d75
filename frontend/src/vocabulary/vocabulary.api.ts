import { EntityTypeView, PatternFileAnswer, PatternView } from '@earmark/contracts/vocabulary';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { getJson, postFile, sendJson } from '../kit/api.ts';
import type { Change } from '../kit/queries.ts';
import { notify } from '../ui/toast.tsx';
import type { PatternDraft } from './pattern-draft.ts';

const touchesVocabulary = (change: Change): boolean => change.podcastUuid === null && change.episodeUuid === null;

/** All categories by display name. */
export const entityTypes = queryOptions({
  queryKey: ['vocabulary', 'types'],
  queryFn: ({ signal }) => getJson('/api/admin/entity-types', z.array(EntityTypeView), signal),
  meta: { isTouchedBy: touchesVocabulary },
});

/** The patterns of all categories. */
export const patterns = queryOptions({
  queryKey: ['vocabulary', 'patterns'],
  queryFn: ({ signal }) => getJson('/api/admin/entity-patterns', z.array(PatternView), signal),
  meta: {
    isTouchedBy: touchesVocabulary,
    isAbout: (change) => touchesVocabulary(change) && change.entityIds.length > 0,
  },
});

export type EntityTypeDraft = Pick<EntityTypeView, 'name' | 'displayName' | 'iconName' | 'colorClass'>;

export const useCreateEntityType = () =>
  useVocabularyChange((draft: EntityTypeDraft) => sendJson('POST', '/api/admin/entity-types', EntityTypeView, draft), {
    done: () => 'Entity type created successfully!',
    failed: 'Failed to create entity type',
  });

export const useAddPattern = (entityTypeId: string) =>
  useVocabularyChange(
    ({ entity, ...draft }: PatternDraft) =>
      sendJson('POST', '/api/admin/entity-patterns', PatternView, { ...draft, entity: entity || null, entityTypeId }),
    { done: () => 'Search pattern added successfully!', failed: 'Failed to add search pattern' },
  );

/** `onDone` is called even if the pattern, and so its form, has moved to another entity. */
export const useEditPattern = (id: string, onDone: () => void) =>
  useVocabularyChange(
    // Omitted fields keep whatever others have set. An entity is renamed together with its only pattern, and its link does
    // not move to another entity with the pattern.
    (changes: Partial<PatternDraft>) =>
      sendJson('PATCH', `/api/admin/entity-patterns/${id}`, PatternView, { id, ...changes }),
    {
      done: ({ name }) => `Search pattern "${name}" updated successfully!`,
      failed: 'Failed to update search pattern',
    },
    onDone,
  );

export const useDeletePattern = () =>
  useVocabularyChange(
    ({ id }: PatternView) =>
      sendJson('DELETE', `/api/admin/entity-patterns/${id}`, z.object({ success: z.literal(true) })),
    { done: () => 'Search pattern deleted successfully!', failed: 'Failed to delete search pattern' },
  );

export const CSV_PATH = '/api/admin/entity-patterns/csv';

export const useImportPatterns = () =>
  useVocabularyChange((file: File) => postFile(CSV_PATH, PatternFileAnswer, file, 'text/csv'), {
    done: () => null,
    failed: 'Failed to import search patterns',
  });

/** A vocabulary change that reports its outcome. It settles once the lists have been refetched. */
function useVocabularyChange<Typed, Answer>(
  call: (typed: Typed) => Promise<Answer>,
  says: {
    /** Null when the page itself shows the outcome. */
    done: (answer: Answer) => string | null;
    failed: string;
  },
  onDone?: () => void,
) {
  const client = useQueryClient();

  return useMutation({
    mutationFn: call,
    onSuccess: (answer) => {
      const sentence = says.done(answer);
      if (sentence !== null) notify(sentence);
    },
    onError: (error) => notify(says.failed, error.message),
    onSettled: async (_, error) => {
      await client.invalidateQueries({ queryKey: ['vocabulary'] });
      if (error === null) onDone?.();
    },
  });
}
