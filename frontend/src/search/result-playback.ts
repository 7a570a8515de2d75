import type { SearchedEpisode } from '@earmark/contracts/search';
import { usePlayer, usePlayerState } from '../audio/player-context.tsx';

export interface ResultPlayback {
  readonly playFrom: (ms: number) => void;
  readonly pause: () => void;
}

/** Plays the episode of a result in the site's player; null when it has no audio. */
export function useResultPlayback({ episode, podcast }: SearchedEpisode): ResultPlayback | null {
  const player = usePlayer();
  const { audioUrl } = episode;
  if (audioUrl === null) return null;

  return {
    playFrom: (ms) => {
      player.load(
        {
          episodeUuid: episode.uuid,
          podcastUuid: podcast.uuid,
          title: episode.name,
          podcastName: podcast.name,
          imageUrl: episode.imageUrl ?? podcast.imageUrl,
          src: audioUrl,
          path: `/podcasts/${podcast.slug}/${episode.slug}`,
          expectedSeconds: null,
        },
        ms,
      );
      player.play();
    },
    pause: player.pause,
  };
}

/** Whether this stretch of the episode is being played. */
export const useIsPlaying = (episodeUuid: string, startMs: number, endMs: number): boolean =>
  usePlayerState(
    ({ track, status, seconds }) =>
      track?.episodeUuid === episodeUuid &&
      (status === 'playing' || status === 'buffering') &&
      seconds * 1000 >= startMs &&
      seconds * 1000 < endMs,
  );
