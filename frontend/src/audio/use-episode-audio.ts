import type { EpisodePage } from '@earmark/contracts/episodes';
import { useMemo } from 'react';
import { makeEpisodeAudio } from './episode-audio.ts';
import type { EpisodeAudio } from './episode-audio.ts';
import { usePlayer } from './player-context.tsx';

/** The audio of the episode in the site's player; null when the episode has none. */
export function useEpisodeAudio({ episode, podcast }: EpisodePage): EpisodeAudio | null {
  const player = usePlayer();
  const { uuid, slug, title, audioUrl, duration } = episode;
  const imageUrl = episode.imageUrl ?? podcast.imageUrl;

  return useMemo(
    () =>
      audioUrl === null
        ? null
        : makeEpisodeAudio(player, {
            episodeUuid: uuid,
            podcastUuid: podcast.uuid,
            title,
            podcastName: podcast.name,
            imageUrl,
            src: audioUrl,
            path: `/podcasts/${podcast.slug}/${slug}`,
            expectedSeconds: duration,
          }),
    [player, uuid, slug, title, audioUrl, duration, imageUrl, podcast.uuid, podcast.name, podcast.slug],
  );
}

/** Stands in for missing audio: always at the beginning, never playing. */
export const NO_AUDIO = {
  nowMs: () => 0,
  isPlaying: () => false,
  playFrom: () => undefined,
  pause: () => undefined,
  cue: () => undefined,
  subscribe: () => () => undefined,
};
