import {
  EntityTypeView,
  PatternFileAnswer,
  PatternPage,
  PatternTotal,
  PatternView,
} from '@earmark/contracts/vocabulary';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { z } from 'zod';
import { getJson, postFile, sendJson } from '../kit/api.ts';
import type { Change } from '../kit/queries.ts';
import { notify } from '../ui/toast.tsx';
import { groupsOf, suggestedNames } from './entity-groups.ts';
import { asAdded, asSent } from './pattern-draft.ts';
import type { PatternDraft } from './pattern-draft.ts';

export const touchesVocabulary = (change: Change): boolean =>
  change.podcastUuid === null && change.episodeUuid === null;

/** All categories by display name. */
export const entityTypes = queryOptions({
  queryKey: ['vocabulary', 'types'],
  queryFn: ({ signal }) => getJson('/api/admin/entity-types', z.array(EntityTypeView), signal),
  meta: { isTouchedBy: touchesVocabulary },
});

const PATTERNS = '/api/admin/entity-patterns';
const FIRST_PAGE = '';

function pathOf(call: string, params: Readonly<Record<'entityTypeId' | 'q' | 'after', string>>): string {
  const given = Object.entries(params).filter(([, value]) => value !== '');

  return given.length === 0 ? call : `${call}?${new URLSearchParams(given)}`;
}

const pageOf = async (entityTypeId: string, q: string, after: string, signal: AbortSignal) =>
  getJson(pathOf(PATTERNS, { entityTypeId, q, after }), PatternPage, signal);

/** How many patterns each category has. */
export const patternTotals = queryOptions({
  queryKey: ['vocabulary', 'totals'],
  queryFn: ({ signal }) => getJson(`${PATTERNS}/totals`, z.array(PatternTotal), signal),
  meta: {
    isTouchedBy: touchesVocabulary,
    isAbout: (change) => touchesVocabulary(change) && change.entityIds.length > 0,
  },
});

/** How many patterns of a category a search finds. */
export const foundPatterns = (entityTypeId: string, text: string) =>
  queryOptions({
    queryKey: ['vocabulary', 'totals', entityTypeId, text],
    queryFn: async ({ signal }) => {
      const path = pathOf(`${PATTERNS}/totals`, { entityTypeId, q: text, after: FIRST_PAGE });
      const [found] = await getJson(path, z.array(PatternTotal), signal);

      return found ?? { entityTypeId, patterns: 0, entities: 0 };
    },
    placeholderData: keepPreviousData,
    meta: { isTouchedBy: touchesVocabulary },
  });

/** The patterns of the entities of a category whose names or aliases contain the text, 100 per page. */
export const patternPages = (entityTypeId: string, text: string) =>
  infiniteQueryOptions({
    queryKey: ['vocabulary', 'patterns', entityTypeId, text],
    queryFn: ({ signal, pageParam }) => pageOf(entityTypeId, text, pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    meta: { isTouchedBy: touchesVocabulary },
  });

/** Entities of a category to suggest for the typed name. */
export const entityNames = (entityTypeId: string, typed: string) =>
  queryOptions({
    queryKey: ['vocabulary', 'names', entityTypeId, typed],
    queryFn: async ({ signal }) =>
      suggestedNames(groupsOf((await pageOf(entityTypeId, typed, FIRST_PAGE, signal)).patterns), typed),
    enabled: typed !== '',
    meta: { isTouchedBy: touchesVocabulary },
  });

export type EntityTypeDraft = Pick<EntityTypeView, 'name' | 'displayName' | 'iconName' | 'colorClass'>;

export const useCreateEntityType = () =>
  useVocabularyChange((draft: EntityTypeDraft) => sendJson('POST', '/api/admin/entity-types', EntityTypeView, draft), {
    done: () => 'Entity type created successfully!',
    failed: 'Failed to create entity type',
  });

/** `onDone` is called even if the form has been closed. */
export const useAddPattern = (entityTypeId: string, onDone: () => void) =>
  useVocabularyChange(
    (draft: PatternDraft) =>
      sendJson('POST', PATTERNS, PatternView, { ...asAdded(draft), entity: draft.entity || null, entityTypeId }),
    { done: () => 'Search pattern added successfully!', failed: 'Failed to add search pattern' },
    onDone,
  );

/** `onDone` is called even if the pattern, and so its form, has moved to another entity. */
export const useEditPattern = (id: string, onDone: () => void) =>
  useVocabularyChange(
    // Omitted fields keep whatever others have set. An entity is renamed together with its only pattern, and its link does
    // not move to another entity with the pattern.
    (changes: Partial<PatternDraft>) => sendJson('PATCH', `${PATTERNS}/${id}`, PatternView, { id, ...asSent(changes) }),
    {
      done: ({ name }) => `Search pattern "${name}" updated successfully!`,
      failed: 'Failed to update search pattern',
    },
    onDone,
  );

export const useDeletePattern = () =>
  useVocabularyChange(
    ({ id }: PatternView) => sendJson('DELETE', `${PATTERNS}/${id}`, z.object({ success: z.literal(true) })),
    { done: () => 'Search pattern deleted successfully!', failed: 'Failed to delete search pattern' },
  );

export const CSV_PATH = `${PATTERNS}/csv`;

export const useImportPatterns = () =>
  useVocabularyChange(
    ({ file, holdsNoisy }: { file: File; holdsNoisy: boolean }) =>
      postFile(holdsNoisy ? `${CSV_PATH}?holdNoisy=true` : CSV_PATH, PatternFileAnswer, file, 'text/csv'),
    { done: () => null, failed: 'Failed to import search patterns' },
  );

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
