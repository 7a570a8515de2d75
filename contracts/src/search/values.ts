import { z } from 'zod';

/** Orders of results. `relevance` only with words to look for; it is the default there, `date` elsewhere. */
export const SEARCH_SORTS = ['relevance', 'date', 'mentions'] as const;
export const SearchSort = z.enum(SEARCH_SORTS);
export type SearchSort = z.infer<typeof SearchSort>;

export const LONGEST_QUERY = 500;
