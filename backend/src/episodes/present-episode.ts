import type { EpisodeFacts, EpisodeUuid } from '@earmark/contracts/episodes';
import type { SeriesUuid } from '@earmark/contracts/series';
import { isRemoved, removed } from '../kit/removals.ts';
import { Rejected } from '../kit/rejected.ts';
import type { Streams } from '../kit/streams.ts';
import { episode } from './episode.decider.ts';

/** What changes of an episode need of it. Throws Rejected: episode-unknown, episode-removed, series-removed. */
export async function getPresentEpisode(streams: Streams, episodeUuid: EpisodeUuid): Promise<EpisodeFacts> {
  const { facts, seriesUuid, isRemoved: isGone } = (await streams.read(episode, episodeUuid)).state;
  if (!facts || !seriesUuid) throw new Rejected('episode-unknown', `There is no episode ${episodeUuid}.`);
  if (isGone) throw removed('episode', facts.title);
  await refuseInRemoved(streams, seriesUuid);

  return facts;
}

/** Throws Rejected `series-removed`. */
export async function refuseInRemoved({ log }: Streams, seriesUuid: SeriesUuid): Promise<void> {
  if (await isRemoved(log, `series-${seriesUuid}`))
    throw new Rejected('series-removed', 'The podcast of this episode was removed. An admin can undo that.');
}
