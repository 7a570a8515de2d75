import type { EpisodePage } from '@earmark/contracts/episodes';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { episodePage, pastEpisodePage } from '../episodes/episodes.api.ts';
import { changedSince } from './changed-since.ts';
import type { ChangedSince } from './changed-since.ts';

/** Parameters of the address: which moment is shown, and which one it is compared with: `now`, or named as the first. */
export const AS_OF = 'asOf';
export const COMPARE = 'compare';
export const NOW = 'now';

/** The page that the address names: as it is, or as it was. What was shown stays until the other one is there. */
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
  /** From the earlier moment to the later one; null while it is being read. */
  readonly changed: ChangedSince | null;
  /** When the other moment was; null: now, or not known. */
  readonly at: string | null;
  /** Why there is nothing to compare with; null when there is. */
  readonly failure: string | null;
}

/** What differs from the other moment that the address names; null when it names none. */
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

/** Nothing is later than now. */
const isLater = (one: EpisodePage, other: EpisodePage): boolean =>
  one.asOf !== undefined && other.asOf !== undefined && BigInt(one.asOf.position) > BigInt(other.asOf.position);
