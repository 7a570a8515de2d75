import type { EpisodePage } from '@earmark/contracts/episodes';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams, useSearchParams } from '../kit/router/routing.tsx';
import { episodePage, pastEpisodePage } from '../episodes/episodes.api.ts';
import { changedSince } from './changed-since.ts';
import type { ChangedSince } from './changed-since.ts';

/** Query parameters: the moment shown, and the one it is compared with, which is `now` or another moment. */
export const AS_OF = 'asOf';
export const COMPARE = 'compare';
export const NOW = 'now';

/** The current or past page that the address names. The previous page stays until the next has loaded. */
export function useEpisodePage() {
  const { podcastName = '', episodeName = '' } = useParams();
  const [params] = useSearchParams();
  const asOf = params.get(AS_OF) || null;
  const now = useQuery({ ...episodePage(podcastName, episodeName), enabled: asOf === null });
  const past = useQuery({
    ...pastEpisodePage(podcastName, episodeName, asOf ?? ''),
    enabled: asOf !== null,
    placeholderData: (shown, before) => (isOf(before, podcastName, episodeName) ? shown : undefined) ?? now.data,
  });
  const { error, refetch } = asOf === null ? now : past;
  const data = asOf === null ? (now.data ?? (error === null ? past.data : undefined)) : past.data;

  return { data, error, refetch, isPast: asOf !== null };
}

const isOf = (query: { readonly queryKey: readonly string[] } | undefined, podcast: string, episode: string): boolean =>
  query?.queryKey[1] === podcast && query.queryKey[2] === episode;

export interface Comparison {
  /** From the earlier moment to the later one; null while loading. */
  readonly changed: ChangedSince | null;
  /** Time of the other moment; null for now or when unknown. */
  readonly at: string | null;
  /** Why the comparison is not available; null when it is. */
  readonly failure: string | null;
}

/** Comparison with the other moment in the address; null when there is none. */
export function useComparison(page: EpisodePage): Comparison | null {
  const { podcastName = '', episodeName = '' } = useParams();
  const [params] = useSearchParams();
  const asked = page.asOf === undefined ? null : params.get(COMPARE);
  const now = useQuery({ ...episodePage(podcastName, episodeName), enabled: asked === NOW });
  const past = useQuery({
    ...pastEpisodePage(podcastName, episodeName, asked ?? ''),
    enabled: asked !== null && asked !== NOW,
  });
  const { data: other, error } = asked === NOW ? now : past;
  const changed = useMemo(() => {
    if (asked === null || other === undefined) return null;

    return isLater(page, other) ? changedSince(other, page) : changedSince(page, other);
  }, [asked, other, page]);

  return asked === null ? null : { changed, at: other?.asOf?.at ?? null, failure: error?.message ?? null };
}

/** Whether the second moment is later than the first; now is later than any other. */
const isLater = (one: EpisodePage, other: EpisodePage): boolean =>
  one.asOf !== undefined && other.asOf !== undefined && BigInt(one.asOf.position) > BigInt(other.asOf.position);
