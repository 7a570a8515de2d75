import type { PreviewPassage } from '@earmark/contracts/recounts';
import { usePlayer } from '../audio/player-context.tsx';
import type { PreviewActions } from './preview-passages.tsx';
import { formatMoment } from '@earmark/contracts/kit';

/** Plays passages in the site's player, and links to their place in the transcript. */
export function usePreviewActions(): PreviewActions {
  const player = usePlayer();
  const play = (passage: PreviewPassage) => {
    const { episodeUuid, episodeTitle, podcastUuid, podcastName, link, audioUrl, startMs } = passage;
    if (audioUrl === null) return;
    player.load(
      {
        episodeUuid,
        podcastUuid,
        title: episodeTitle,
        podcastName,
        imageUrl: null,
        src: audioUrl,
        path: link,
        expectedSeconds: null,
      },
      startMs,
    );
    player.play();
  };

  return {
    linkTo: ({ link, startMs, text, marks: [start, end] }) =>
      `${link}?${new URLSearchParams({ t: formatMoment(startMs), search: text.slice(start, end) })}`,
    play,
  };
}
