import { CANDIDATE_SORTS, CandidateStatus, ConfidenceBand } from '@earmark/contracts/discovery';
import type { CandidateFilter } from '@earmark/contracts/discovery';
import { z } from 'zod';

export type CandidateSort = (typeof CANDIDATE_SORTS)[number];

/** Which cards are in the queue, and in which order. */
export interface ReviewView extends Omit<CandidateFilter, 'podcast' | 'episode'> {
  readonly podcast?: string | undefined;
  readonly episode?: string | undefined;
  readonly sort?: CandidateSort | undefined;
}

export const DEFAULT_SORT: CandidateSort = '-confidence';

/** In the address, where nothing means what waits for a decision. */
const ANY_STATUS = 'all';
const Sort = z.enum(CANDIDATE_SORTS);

/** The view in the address of the page. */
export function viewOf(params: URLSearchParams): ReviewView {
  const given = (name: string) => params.get(name)?.trim() || undefined;
  const status = CandidateStatus.safeParse(params.get('status'));

  return {
    status: status.data ?? (params.get('status') === ANY_STATUS ? undefined : 'pending'),
    type: given('type'),
    band: ConfidenceBand.safeParse(params.get('band')).data,
    podcast: given('podcast'),
    episode: given('episode'),
    q: given('q'),
    sort: Sort.safeParse(params.get('sort')).data ?? DEFAULT_SORT,
  };
}

/** The address of a change of the view: null where it is what it is without being named. */
export const addressOf = (change: Partial<ReviewView>): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => {
      if (name === 'status') return [name, value === 'pending' ? null : (value ?? ANY_STATUS)];
      if (name === 'sort') return [name, value === DEFAULT_SORT ? null : (value ?? null)];

      return [name, value ?? null];
    }),
  );

/** As parameters of a call. */
export const paramsOf = (view: ReviewView): URLSearchParams =>
  new URLSearchParams(Object.entries(view).filter((entry): entry is [string, string] => entry[1] !== undefined));

export const NARROWED_BY = ['type', 'band', 'podcast', 'episode', 'q'] as const;

/** Whether it shows fewer than all candidates of its status. */
export const isNarrowed = (view: ReviewView): boolean => NARROWED_BY.some((name) => view[name] !== undefined);

export const PAGE = '/admin/entity-discovery';

/** The part of the address that a named view keeps: not the place in the queue. */
export function searchOf(view: ReviewView): string {
  const given = Object.entries(addressOf(view)).filter((entry): entry is [string, string] => entry[1] !== null);
  const query = String(new URLSearchParams(given));

  return query === '' ? '' : `?${query}`;
}
