import type { CandidateContext, DiscoveredEntity } from '@earmark/contracts/discovery';
import { usePlayer, usePlayerState } from '../audio/player-context.tsx';
import type { Player } from '../audio/player.ts';

/** Plays a candidate's episode from here in the site's player; nothing happens when it has no audio. */
export function playFrom(player: Player, member: DiscoveredEntity, ms: number): void {
  const { audioUrl } = member;
  if (audioUrl === null) return;
  player.load(
    {
      episodeUuid: member.episodeUuid,
      podcastUuid: member.podcastId,
      title: member.episodeName,
      podcastName: member.podcastName,
      imageUrl: member.imageUrl,
      src: audioUrl,
      path: `/podcasts/${member.podcastSlug}/${member.episodeSlug}`,
      expectedSeconds: null,
    },
    ms,
  );
  player.play();
}

/** Whether this context is being played. */
export const useIsPlaying = ({ episodeUuid }: DiscoveredEntity, { timecode, endTime }: CandidateContext): boolean =>
  usePlayerState(
    ({ track, status, seconds }) =>
      track?.episodeUuid === episodeUuid &&
      (status === 'playing' || status === 'buffering') &&
      seconds * 1000 >= timecode &&
      seconds * 1000 < endTime,
  );

/** Plays the first evidence that can be heard, the next one while it plays; after the last one it pauses. */
export function usePlayEvidence(members: readonly DiscoveredEntity[]): (() => void) | null {
  const player = usePlayer();
  const audible = members.filter(({ audioUrl }) => audioUrl !== null);
  const all = audible.flatMap((member) => member.contexts.map((context) => ({ member, context })));
  if (all.length === 0) return null;

  return () => {
    const { track, status } = player.state();
    const isPlaying = status === 'playing' || status === 'buffering';
    const nowMs = player.now() * 1000;
    const at = isPlaying
      ? all.findLastIndex(
          ({ member, context }) =>
            member.episodeUuid === track?.episodeUuid && nowMs >= context.timecode && nowMs <= context.endTime,
        )
      : -1;
    const next = all[at + 1];
    if (next === undefined) player.pause();
    else playFrom(player, next.member, next.context.timecode);
  };
}
