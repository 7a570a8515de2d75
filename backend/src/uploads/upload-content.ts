import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { VersionId } from '@earmark/contracts/transcripts';
import { unnamedSpeakers } from '@earmark/projections/queries';
import { episode } from '../episodes/episode.decider.ts';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import { Rejected } from '../kit/rejected.ts';
import type { Streams } from '../kit/streams.ts';
import { series } from '../series/series.decider.ts';
import { isGenericLabel } from '../transcripts/formats/speaker-names.ts';
import { inOrder, shownVersion, transcript } from '../transcripts/transcript.decider.ts';
import { transcriptText } from './transcript-text.ts';

export interface UploadContent {
  readonly text: string;
  readonly contentHash: string;
  readonly versionId: VersionId;
  readonly transcriptRevision: number;
  /** By which questions are restricted to podcasts and episodes. */
  readonly attributes: Readonly<Record<string, string | number>>;
}

const LONGEST_ATTRIBUTE = 512;

/**
 * The shown transcript of an episode as it is uploaded. Throws Rejected: transcript-not-ready, and as getPresentEpisode.
 */
export async function uploadContent(streams: Streams, episodeUuid: EpisodeUuid): Promise<UploadContent> {
  const { title, publishedAt } = await getPresentEpisode(streams, episodeUuid);
  const seriesUuid = (await streams.read(episode, episodeUuid)).state.seriesUuid!;
  const podcastName = (await streams.read(series, seriesUuid)).state.facts?.name ?? '';
  const { state, revision } = await streams.read(transcript, episodeUuid);
  const version = shownVersion(state);
  const segments = version === null ? [] : inOrder(version);
  if (version === null || segments.length === 0)
    throw new Rejected('transcript-not-ready', 'There is no transcript yet. Process the episode first.');
  const names = new Map(version.speakers);
  const speaking = [...new Set(segments.map(({ speakerId }) => speakerId))];
  const labels = speaking.map((id) => (id === null ? '' : (names.get(id) ?? ''))).filter(isGenericLabel);
  if (labels.length > 0)
    throw new Rejected(
      'transcript-not-ready',
      `${unnamedSpeakers([...new Set(labels)].sort())} Name the speakers on the page of the episode, then upload it.`,
    );
  const lines = segments.map(({ startMs, text, speakerId }) => ({
    startMs,
    text,
    speaker: speakerId === null ? null : (names.get(speakerId) ?? null),
  }));
  const { text, contentHash } = transcriptText({ episodeUuid, title, podcastName, publishedAt }, lines);

  return {
    text,
    contentHash,
    versionId: state.active!,
    transcriptRevision: revision,
    attributes: {
      episode_uuid: episodeUuid,
      podcast_id: seriesUuid,
      podcast_name: podcastName.slice(0, LONGEST_ATTRIBUTE),
      episode_title: title.slice(0, LONGEST_ATTRIBUTE),
      ...(publishedAt === null ? {} : { published_at: Math.floor(Date.parse(publishedAt) / 1000) }),
      content_hash: contentHash,
      schema: 1,
    },
  };
}
