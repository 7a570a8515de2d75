import type { Citation } from '@earmark/contracts/assistant';
import { usePlayer } from '../audio/player-context.tsx';

/** Plays a cited passage in the site's player; does nothing for an episode without audio. */
export function useCitationPlayback(): (citation: Citation) => void {
  const player = usePlayer();

  return (citation) => {
    const { audioUrl, episodeUuid, podcastUuid, episodeName, podcastName, imageUrl, startMs } = citation;
    if (audioUrl === null) return;
    player.load(
      {
        episodeUuid,
        podcastUuid,
        title: episodeName,
        podcastName,
        imageUrl,
        src: audioUrl,
        path: `/podcasts/${citation.podcastSlug}/${citation.episodeSlug}`,
        expectedSeconds: null,
      },
      startMs,
    );
    player.play();
  };
}
