import type { EpisodePage } from '@earmark/contracts/episodes';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { episodePage, pastEpisodePage } from '../episodes/episodes.api.ts';
import { changedSince } from './changed-since.ts';
import type { ChangedSince } from './changed-since.ts';

/** Parameters of the address: which moment is shown, and whether it is compared with now. */
export const AS_OF = 'asOf';
export const COMPARE = 'compare';

/** The page that the address names: as it is, or as it was. What was shown stays until the other one is there. */
export function useEpisodePage() {
  const { podcastName = '', episodeName = '' } = useParams();
  const [params] = useSearchParams();
  const asOf = params.get(AS_OF) || null;
  const { queryKey: pageKey, ...query } = episodePage(podcastName, episodeName);
  const now = useQuery({ queryKey: pageKey, ...query, enabled: asOf === null });
  const past = useQuery({
    ...pastEpisodePage(podcastName, episodeName, asOf ?? ''),
    enabled: asOf !== null,
    placeholderData: (shown, before) => (isOf(before, podcastName, episodeName) ? shown : undefined) ?? now.data,
  });
  const { error, refetch } = asOf === null ? now : past;
  const data = asOf === null ? (now.data ?? (error === null ? past.data : undefined)) : past.data;

  return { pageKey, data, error, refetch, isPast: asOf !== null };
}

const isOf = (query: { readonly queryKey: readonly string[] } | undefined, podcast: string, episode: string): boolean =>
  query?.queryKey[1] === podcast && query.queryKey[2] === episode;

/** What differs from the page as it is; null unless the address asks for it. */
export function useChangedSince(page: EpisodePage): ChangedSince | null {
  const { podcastName = '', episodeName = '' } = useParams();
  const [params] = useSearchParams();
  const isAsked = page.asOf !== undefined && params.get(COMPARE) !== null;
  const { data: now } = useQuery({ ...episodePage(podcastName, episodeName), enabled: isAsked });

  return useMemo(() => (isAsked && now !== undefined ? changedSince(page, now) : null), [isAsked, now, page]);
}
