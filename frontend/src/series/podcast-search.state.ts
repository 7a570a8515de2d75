import { SEARCH_CATEGORIES, SEARCH_LANGUAGES, SEARCH_SORTS } from '@earmark/contracts/series';
import { z } from 'zod';

/** What the address of the podcast search says. A value that is not known counts as the default. */
export const SearchState = z.object({
  q: z.string().catch(''),
  category: z.enum(SEARCH_CATEGORIES).catch('all'),
  language: z.enum(SEARCH_LANGUAGES).catch('all'),
  sort: z.enum(SEARCH_SORTS).catch('relevance'),
});
export type SearchState = z.infer<typeof SearchState>;

/** The state in the query string; its text is trimmed. */
export function searchStateOf(params: URLSearchParams): SearchState {
  const state = SearchState.parse(Object.fromEntries(params));

  return { ...state, q: state.q.trim() };
}

/** The query string of a state, defaults left out; null when there is nothing to search for. */
export function searchParamsOf({ q, category, language, sort }: SearchState): URLSearchParams | null {
  const wanted = q.trim();
  if (wanted === '') return null;
  const params = new URLSearchParams({ q: wanted });
  if (category !== 'all') params.set('category', category);
  if (language !== 'all') params.set('language', language);
  if (sort !== 'relevance') params.set('sort', sort);

  return params;
}
