import { SEARCH_CATEGORIES, SEARCH_LANGUAGES, SEARCH_SORTS } from '@earmark/contracts/series';
import { z } from 'zod';

/** The podcast search as stored in the address. Unknown values count as the default. */
export const SearchState = z.object({
  q: z.string().catch(''),
  category: z.enum(SEARCH_CATEGORIES).catch('all'),
  language: z.enum(SEARCH_LANGUAGES).catch('all'),
  sort: z.enum(SEARCH_SORTS).catch('relevance'),
});
export type SearchState = z.infer<typeof SearchState>;

/** Reads the state from the query string; the text is trimmed. */
export function searchStateOf(params: URLSearchParams): SearchState {
  const state = SearchState.parse(Object.fromEntries(params));

  return { ...state, q: state.q.trim() };
}

/** Query string of a state, without defaults; null when there is nothing to search for. */
export function searchParamsOf({ q, category, language, sort }: SearchState): URLSearchParams | null {
  const wanted = q.trim();
  if (wanted === '') return null;
  const params = new URLSearchParams({ q: wanted });
  if (category !== 'all') params.set('category', category);
  if (language !== 'all') params.set('language', language);
  if (sort !== 'relevance') params.set('sort', sort);

  return params;
}
