import { SEARCH_SORTS } from '@earmark/contracts/search';
import type { AdvancedSearchAnswer } from '@earmark/contracts/search';
import { z } from 'zod';

const Text = z.string().trim().catch('');

/** What is searched for, as the address keeps it; '' does not restrict. Unknown values count as the default. */
export const SearchState = z.object({
  /** Words, phrases and operators, without filters. */
  words: Text,
  entity: Text,
  category: Text,
  speaker: Text,
  podcast: Text,
  episode: Text,
  /** Publication: a day as YYYY-MM-DD, or a year. */
  from: Text,
  to: Text,
  minMentions: z.coerce.number().int().min(1).max(1000).catch(1),
  /** Null: relevance with words, otherwise date. */
  sortBy: z.enum(SEARCH_SORTS).nullable().catch(null),
});
export type SearchState = z.infer<typeof SearchState>;

/** The search as the server understood it; podcasts and entities by slug, episodes by uuid. */
export type SearchCriteria = AdvancedSearchAnswer['criteria'];

/** The criteria that are texts. */
export const CRITERIA = ['entity', 'category', 'speaker', 'podcast', 'episode', 'from', 'to'] as const;
export type Criterion = (typeof CRITERIA)[number];

export const NO_SEARCH: SearchState = SearchState.parse({});

/** Whether nothing restricts the search; the order does not count. */
export const isUnrestricted = (state: SearchState): boolean =>
  state.words === '' && state.minMentions === 1 && CRITERIA.every((name) => state[name] === '');

/** The parameters of page and calls alike, without defaults. */
export function searchParamsOf(state: SearchState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.words !== '') params.set('q', state.words);
  for (const name of CRITERIA) if (state[name] !== '') params.set(name, state[name]);
  if (state.minMentions > 1) params.set('minMentions', String(state.minMentions));
  if (state.sortBy !== null) params.set('sortBy', state.sortBy);

  return params;
}

/** Address of the page with this search. */
export function searchPath(change: Partial<SearchState>): string {
  const query = String(searchParamsOf({ ...NO_SEARCH, ...change }));

  return query === '' ? '/advanced-search' : `/advanced-search?${query}`;
}

/** The sort that is in force. */
export const sortOf = ({ sortBy, words }: SearchState): NonNullable<SearchState['sortBy']> => {
  if (words !== '') return sortBy ?? 'relevance';

  return sortBy === null || sortBy === 'relevance' ? 'date' : sortBy;
};
