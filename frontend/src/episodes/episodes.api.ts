import {
  DashboardEpisode,
  EpisodeList,
  EpisodeMoment,
  EpisodePage,
  EpisodeSearchAnswer,
  PodcastPage,
} from '@earmark/contracts/episodes';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { getJson } from '../kit/api.ts';
import { forgetOwn, isAwaited, showsOwn } from '../kit/own-writes.ts';
import { isUnscoped } from '../kit/queries.ts';
import type { Change } from '../kit/queries.ts';
import { isServerSearch } from './episode-filter.ts';

// Real cursors are never empty.
const FIRST_PAGE = '';

/** The newest episodes with mentions. */
export const recentEpisodes = queryOptions({
  queryKey: ['episodes', 'recent'],
  queryFn: ({ signal }) => getJson('/api/dashboard/recent-episodes', z.array(DashboardEpisode), signal),
  meta: { isTouchedBy: () => true },
});

/** A podcast and all its episodes, newest first. `podcast` is a slug or uuid. */
export const podcastPage = (podcast: string) =>
  queryOptions({
    queryKey: ['podcast', podcast],
    queryFn: ({ signal }) => getJson(`/api/podcasts/${encodeURIComponent(podcast)}`, PodcastPage, signal),
    meta: {
      isTouchedBy: (change, client) => {
        const shown = client.getQueryData<PodcastPage>(['podcast', podcast]);
        if (shown === undefined || isUnscoped(change) || change.entityIds.length > 0) return true;

        return (
          change.podcastUuid === shown.podcast.uuid || shown.episodes.some(({ uuid }) => uuid === change.episodeUuid)
        );
      },
      isAbout: ({ podcastUuid }, client) =>
        podcastUuid !== null && podcastUuid === client.getQueryData<PodcastPage>(['podcast', podcast])?.podcast.uuid,
    },
  });

/**
 * Episodes of a podcast whose title, description, entities or transcript contain the text. `podcast` is a slug or uuid.
 * Earlier results stay until the new ones arrive.
 */
export const episodeSearch = (podcast: string, text: string) =>
  queryOptions({
    queryKey: ['podcast', podcast, 'search', text],
    queryFn: ({ signal }) =>
      getJson(
        `/api/podcasts/${encodeURIComponent(podcast)}/search?${new URLSearchParams({ q: text })}`,
        EpisodeSearchAnswer,
        signal,
      ),
    placeholderData: keepPreviousData,
    enabled: isServerSearch(text),
    meta: { isTouchedBy: () => true },
  });

/** All episodes with mentions, newest first, 50 per page. `podcast` is a slug or uuid; null for all podcasts. */
export const episodeList = ({ podcast, category }: { podcast: string | null; category: string | null }) =>
  infiniteQueryOptions({
    queryKey: ['episodes', 'list', podcast, category],
    queryFn: ({ signal, pageParam }) => {
      const params = new URLSearchParams();
      if (podcast !== null) params.set('podcast', podcast);
      if (category !== null) params.set('category', category);
      if (pageParam !== FIRST_PAGE) params.set('after', pageParam);
      const query = String(params);

      return getJson(query === '' ? '/api/episodes' : `/api/episodes?${query}`, EpisodeList, signal);
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    meta: { isTouchedBy: () => true },
  });

const episodePath = (podcast: string, episode: string): string =>
  `/api/podcasts/${encodeURIComponent(podcast)}/${encodeURIComponent(episode)}`;

/** Projections may lag behind, so what was saved here stays on screen until it can be read back. */
const READ_AGAIN_MS = 1000;
const READINGS = 10;

/** An episode with transcript and mentions; never served from the cache. Both arguments are slugs or uuids. */
export const episodePage = (podcast: string, episode: string) =>
  queryOptions({
    queryKey: ['episode', podcast, episode],
    queryFn: async ({ signal, client, queryKey }) => {
      for (let reading = 1; ; reading += 1) {
        const page = await getJson(episodePath(podcast, episode), EpisodePage, signal);
        if (showsOwn(page.episode.uuid, page.position ?? '0')) return page;
        const shown = client.getQueryData<EpisodePage>(queryKey);
        if (shown !== undefined) return shown;
        // Nothing from before a page load is known here.
        if (reading === READINGS) forgetOwn(page.episode.uuid);
        else await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS));
      }
    },
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isAwaited(data.episode.uuid) ? READ_AGAIN_MS : false,
    staleTime: 0,
    gcTime: 0,
    meta: {
      isTouchedBy: (change, client) => {
        const shown = client.getQueryData<EpisodePage>(['episode', podcast, episode]);

        return shown === undefined || touchesEpisode(shown, change);
      },
      isAbout: ({ episodeUuid }, client) =>
        episodeUuid !== null &&
        episodeUuid === client.getQueryData<EpisodePage>(['episode', podcast, episode])?.episode.uuid,
    },
  });

/** The same page at a past moment; `asOf` is an event id, an instant or a log position. The past never changes. */
export const pastEpisodePage = (podcast: string, episode: string, asOf: string) =>
  queryOptions({
    queryKey: ['episode', podcast, episode, asOf],
    queryFn: ({ signal }) =>
      getJson(`${episodePath(podcast, episode)}?${new URLSearchParams({ asOf })}`, EpisodePage, signal),
  });

/** The moments at which an episode changed, oldest first. */
export const episodeMoments = (episodeUuid: string) =>
  queryOptions({
    queryKey: ['episode-moments', episodeUuid],
    queryFn: ({ signal }) => getJson(`/api/episodes/${episodeUuid}/moments`, z.array(EpisodeMoment), signal),
    staleTime: 0,
    meta: { isTouchedBy: (change) => change.episodeUuid === episodeUuid || isUnscoped(change) },
  });

/**
 * Whether the change concerns the episode: it names the episode, its whole podcast, one of its entities, or nothing at all.
 */
export function touchesEpisode(
  shown: {
    episode: { uuid: string };
    podcast: { uuid: string };
    entityMentions: readonly { entity: { id: string; merged?: readonly { id: string }[] } }[];
  },
  change: Change,
): boolean {
  if (isUnscoped(change)) return true;
  if (change.episodeUuid !== null) return change.episodeUuid === shown.episode.uuid;
  if (change.podcastUuid !== null) return change.podcastUuid === shown.podcast.uuid;

  return shown.entityMentions.some(({ entity }) =>
    [entity, ...(entity.merged ?? [])].some(({ id }) => change.entityIds.includes(id)),
  );
}
