import {
  AddEpisodeAnswer,
  AddSeriesAnswer,
  DirectoriesAnswer,
  DirectoryEpisodesAnswer,
  SearchSeriesAnswer,
  SeriesElsewhere,
} from '@earmark/contracts/series';
import type { DirectoryEpisode, DirectorySeries } from '@earmark/contracts/series';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import type { z } from 'zod';
import { getJson, RequestFailed, sendJson } from '../../kit/api.ts';
import { notify } from '../../ui/toast.tsx';

const EPISODES_PER_PAGE = 10;

export const directories = queryOptions({
  queryKey: ['directory', 'choices'],
  queryFn: async ({ signal }) => (await getJson('/api/admin/directories', DirectoriesAnswer, signal)).directories,
});

/** Podcasts of a directory. `directory`: null for the default one. Not asked again by itself: directories limit requests. */
export const directorySearch = (q: string, directory: string | null) =>
  queryOptions({
    queryKey: ['directory', 'search', q, directory],
    queryFn: ({ signal }) => {
      const params = new URLSearchParams({ q });
      if (directory !== null) params.set('directory', directory);

      return getJson(`/api/admin/search-series?${params}`, SearchSeriesAnswer, signal);
    },
    enabled: q !== '',
  });

type EpisodesPage = z.infer<typeof DirectoryEpisodesAnswer>;

/** The episodes of a series of a directory, newest first, ten at a time. */
export const directoryEpisodes = (directory: string, seriesUuid: string) =>
  infiniteQueryOptions({
    queryKey: ['directory', 'episodes', directory, seriesUuid],
    queryFn: ({ signal, pageParam }) => {
      const params = new URLSearchParams({ limit: String(EPISODES_PER_PAGE), offset: String(pageParam) });
      const path = `/api/admin/${encodeURIComponent(directory)}/episodes/${encodeURIComponent(seriesUuid)}?${params}`;

      return getJson(path, DirectoryEpisodesAnswer, signal);
    },
    initialPageParam: 0,
    getNextPageParam: ({ totalAvailable, episodes }, pages) => {
      const shown = pages.length * EPISODES_PER_PAGE;

      return episodes.length === 0 || shown >= totalAvailable ? null : shown;
    },
  });

/** `mayMove`: an admin has said that the podcast has moved to another host. */
interface SeriesToAdd {
  readonly series: DirectorySeries;
  readonly mayMove: boolean;
}

/** Adds a series. `onAdded` is called even if the part that asked is gone by then. */
export function useAddSeries(onAdded: (series: DirectorySeries) => void) {
  const client = useQueryClient();

  return useMutation({
    mutationFn: ({ series, mayMove }: SeriesToAdd) =>
      sendJson('POST', '/api/admin/add-series', AddSeriesAnswer, { podcastData: series, mayMove }),
    onSuccess: ({ message }, { series }) => {
      notify(message);
      void client.invalidateQueries({ queryKey: ['directory', 'episodes'] });
      onAdded(series);
    },
    onError: (error, { series }) => {
      if (elsewhereOf(error) === null)
        notify('Failed to Add Series', {
          detail: `Could not add "${series.name}". Please try again.`,
          isDestructive: true,
        });
    },
  });
}

/** Where the podcast is that the refused one says it is; null if it was refused for another reason. */
export function elsewhereOf(error: unknown): SeriesElsewhere | null {
  return error instanceof RequestFailed ? (SeriesElsewhere.safeParse(error.problem).data ?? null) : null;
}

const EPISODE_FAILED = 'Failed to add episode. Please try again.';

/** Adds an episode to the podcast with this id of ours. */
export function useAddEpisode(podcastId: string) {
  const client = useQueryClient();

  return useMutation({
    mutationFn: async (episode: DirectoryEpisode) => {
      const answer = await sendJson('POST', '/api/admin/add-episode', AddEpisodeAnswer, {
        episodeData: episode,
        podcastId,
      });
      if (!answer.success) throw new NotAdded(answer.message);

      return answer;
    },
    onSuccess: ({ message }, { uuid }) => {
      notify(message);
      client.setQueriesData<InfiniteData<EpisodesPage>>({ queryKey: ['directory', 'episodes'] }, (data) =>
        withAdded(data, uuid),
      );
    },
    onError: (error) => {
      const isSaid = error instanceof NotAdded && error.message !== '';
      notify(isSaid ? error.message : EPISODE_FAILED, {
        isDestructive: true,
        ...(error instanceof RequestFailed && { detail: error.message }),
      });
    },
  });
}

/** The server answered that it did not add the episode; the message is its sentence. */
class NotAdded extends Error {}

const withAdded = (data: InfiniteData<EpisodesPage> | undefined, uuid: string) =>
  data && {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      episodes: page.episodes.map((episode) => (episode.uuid === uuid ? { ...episode, isAdded: true } : episode)),
    })),
  };
