import type { EntityPage, PassageView } from '@earmark/contracts/mentions';
import { useCallback } from 'react';
import { usePlayer } from '../audio/player-context.tsx';

const NONE: EntityPage['podcasts'] = [];

/** Plays a passage of the entity's page in the site's player. */
export const usePassagePlay = ({ podcasts }: EntityPage): ((passage: PassageView) => void) =>
  usePassagePlayer(podcasts);

/** `podcasts`: those whose ids are known. */
export function usePassagePlayer(podcasts: EntityPage['podcasts'] = NONE): (passage: PassageView) => void {
  const player = usePlayer();

  return useCallback(
    (passage) => {
      const { audioUrl, podcastSlug, episodeSlug } = passage;
      if (audioUrl === null) return;
      player.load(
        {
          episodeUuid: passage.episodeUuid,
          // The speed is stored under the podcast's id, which a new podcast may not have yet.
          podcastUuid: podcasts.find(({ slug }) => slug === podcastSlug)?.uuid ?? podcastSlug,
          title: passage.episodeTitle,
          podcastName: passage.podcastName,
          imageUrl: passage.imageUrl,
          src: audioUrl,
          path: `/podcasts/${podcastSlug}/${episodeSlug}`,
          expectedSeconds: null,
        },
        passage.startMs,
      );
      player.play();
    },
    [player, podcasts],
  );
}
