import { FollowAnswer, FollowedPodcastsAnswer, RefreshAnswer } from '@earmark/contracts/series';
import type { FollowedPodcast } from '@earmark/contracts/series';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { getJson, sendJson } from '../../kit/api.ts';
import { notify } from '../../ui/toast.tsx';
import { touchesAnySeries } from '../series.api.ts';

const FIRST_PAGE = '';
const ONE_SECOND_MS = 1000;
const ONE_MINUTE_MS = 60_000;

/** All podcasts with the state of their feeds. Checks are no events of the log, so this asks again by itself too. */
export const followedPodcasts = infiniteQueryOptions({
  queryKey: ['series', 'followed'],
  queryFn: ({ signal, pageParam }) =>
    getJson(
      `/api/admin/followed-series${pageParam === FIRST_PAGE ? '' : `?${new URLSearchParams({ after: pageParam })}`}`,
      FollowedPodcastsAnswer,
      signal,
    ),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: ({ next }) => next,
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => {
    if (data === undefined) return false;
    if (data.pages.some(({ podcasts }) => podcasts.some(({ isRefreshing }) => isRefreshing))) return ONE_SECOND_MS;

    return data.pages.some(({ refreshMinutes }) => refreshMinutes > 0) ? ONE_MINUTE_MS : false;
  },
  meta: { isTouchedBy: touchesAnySeries },
});

/** `undo` is offered for a change that was recorded. */
export function useFollow(undo: (eventId: string) => void) {
  const client = useQueryClient();

  return useMutation({
    mutationFn: ({ uuid, follow }: { uuid: string; follow: boolean }) =>
      sendJson('POST', `/api/admin/series/${uuid}/${follow ? 'follow' : 'unfollow'}`, FollowAnswer),
    onSuccess: ({ message, eventId }) =>
      notify(message, eventId === null ? {} : { undo: () => undo(eventId), isUndoneAnywhere: true }),
    onError: (error, { follow }) =>
      notify(follow ? 'The podcast could not be followed' : 'The podcast is still followed', {
        detail: error.message,
        isDestructive: true,
      }),
    // The switch shows what was asked for until then.
    onSettled: () => client.invalidateQueries({ queryKey: followedPodcasts.queryKey }),
  });
}

export function useRefresh() {
  const client = useQueryClient();

  return useMutation({
    mutationFn: (uuid: string) => sendJson('POST', `/api/admin/series/${uuid}/refresh`, RefreshAnswer),
    onSuccess: ({ message, podcast }) => {
      put(client, podcast);
      notify(message, { isDestructive: podcast.problem !== null });
    },
    onError: (error) => {
      notify('The feed could not be checked', { detail: error.message, isDestructive: true });
      void client.invalidateQueries({ queryKey: followedPodcasts.queryKey });
    },
  });
}

const put = (client: QueryClient, podcast: FollowedPodcast): void =>
  void client.setQueryData(
    followedPodcasts.queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          podcasts: page.podcasts.map((one) => (one.uuid === podcast.uuid ? podcast : one)),
        })),
      },
  );
