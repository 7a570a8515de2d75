import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { findSpeakerNames } from '@earmark/projections/queries';
import type { Pool } from 'pg';
import { episode } from '../../episodes/episode.decider.ts';
import type { Streams } from '../../kit/streams.ts';
import { series } from '../../series/series.decider.ts';
import { isGenericLabel } from '../formats/speaker-names.ts';
import { candidatesOf, type Candidate } from './candidates.ts';

/** Everybody who may be speaking in an episode. */
export async function speakerCandidates(
  streams: Streams,
  pool: Pool,
  { episodeUuid }: { episodeUuid: EpisodeUuid },
): Promise<Candidate[]> {
  const { facts, seriesUuid } = (await streams.read(episode, episodeUuid)).state;
  if (facts === null || seriesUuid === null) return [];
  const ofSeries = (await streams.read(series, seriesUuid)).state.facts;
  const { names, transcripts } = await findSpeakerNames(pool, seriesUuid, episodeUuid);
  const known = names.filter(({ name }) => !isGenericLabel(name));

  return candidatesOf({ series: ofSeries, episode: facts, known, transcripts });
}
