import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { formatClock } from '@earmark/contracts/kit';
import { recordedSegmentId, type TranscriptFilePreview, UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import { episode } from '../episodes/episode.decider.ts';
import type { Parsing } from '../kit/process/parsing.ts';
import { Rejected } from '../kit/rejected.ts';
import type { Streams } from '../kit/streams.ts';
import { formatName } from './format-name.ts';
import { readTranscript } from './read-transcript.ts';
import { versionOfFile } from './record-transcript.ts';
import { shownVersion, transcript, type Version } from './transcript.decider.ts';

const FIRST_SEGMENTS = 12;

/** What the file would become; records nothing. Throws Rejected like RecordTranscriptFile, except `transcript-edited`. */
export async function previewTranscript(
  { streams, parsing }: { streams: Streams; parsing: Parsing },
  { episodeUuid, bytes }: { episodeUuid: EpisodeUuid; bytes: Uint8Array },
): Promise<TranscriptFilePreview> {
  const { facts } = (await streams.read(episode, episodeUuid)).state;
  const durationSeconds = facts?.durationSeconds ?? null;
  const durationMs = durationSeconds === null ? null : durationSeconds * 1000;
  const { format, segments, speakers, warnings } = await readTranscript(parsing, { bytes, durationMs });
  if (!facts) throw new Rejected('episode-unknown', `There is no episode ${episodeUuid}.`);
  const versionId = versionOfFile(episodeUuid, bytes);
  const { state } = await streams.read(transcript, episodeUuid);
  const isShown = state.active === versionId;
  const replaced = isShown ? null : shownVersion(state);

  return {
    segments: segments.length,
    speakers: speakers.length,
    warnings: [...warnings, ...(isShown ? ['This file was recorded before; recording it again changes nothing.'] : [])],
    format: formatName(format),
    speakerNames: speakers,
    first: segments.slice(0, FIRST_SEGMENTS).map(({ startMs, endMs, speaker, text }, index) => ({
      id: recordedSegmentId(versionId, index),
      startTime: startMs,
      endTime: endMs,
      speaker: speaker ?? UNKNOWN_SPEAKER,
      text,
      timeFormatted: formatClock(startMs),
    })),
    replaces: replaced !== null && replaced.segments.size > 0,
    corrections: replaced === null ? 0 : corrections(replaced),
  };
}

/** Every segment of a transcript that was written by people is their work. */
const corrections = ({ byHand, edits, segments }: Version): number =>
  byHand ? Math.max(edits.size, segments.size) : edits.size;
