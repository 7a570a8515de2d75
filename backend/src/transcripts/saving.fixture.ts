import { EpisodeUuid } from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import {
  type RecordedSegment,
  SegmentId,
  SpeakerId,
  type TranscriptEvent,
  VersionId,
} from '@earmark/contracts/transcripts';
import { orderKeysBetween } from './order-keys.ts';
import { labelOf } from './speaker-changes.ts';
import { inOrder, shownVersion, transcript, type TranscriptState } from './transcript.decider.ts';
import type { WrittenSegment } from '@earmark/contracts/transcripts';

export const episodeUuid = EpisodeUuid.parse('11111111-1111-4111-8111-111111111111');
export const versionId = uuidFrom(episodeUuid, 'first', VersionId);
export const pin = { vocabularyRevision: 3, matcherVersion: 1 };
export const segmentId = (name: string | number): SegmentId => uuidFrom(versionId, String(name), SegmentId);
export const speakerId = (label: string): SpeakerId => uuidFrom(versionId, label, SpeakerId);

export interface Line {
  readonly text: string;
  readonly speaker?: string | null;
  readonly startMs?: number;
  readonly endMs?: number;
}

/** The events of a recorded transcript; its segments are named 0, 1, 2… and last a second and a half each. */
export function recorded(lines: readonly Line[]): TranscriptEvent[] {
  const orderKeys = orderKeysBetween(null, null, lines.length);
  const names = [...new Set(lines.flatMap(({ speaker }) => speaker ?? []))];
  const segments = lines.map(({ text, speaker = null, startMs, endMs }, index): RecordedSegment => ({
    segmentId: segmentId(index),
    orderKey: orderKeys[index]!,
    speakerId: speaker === null ? null : speakerId(speaker),
    startMs: startMs ?? index * 1500,
    endMs: endMs ?? (index + 1) * 1500,
    text,
  }));
  const speakers = names.map((name) => ({ speakerId: speakerId(name), name }));
  const closed = { source: 'publisher' as const, form: 'vtt', speakers, warnings: [] };

  return [
    ...(segments.length === 0
      ? []
      : [{ type: 'SegmentsRecorded' as const, data: { episodeUuid, versionId, chunk: 0, segments } }]),
    {
      type: 'TranscriptRecorded',
      data: { episodeUuid, versionId, ...closed, chunks: 1, segments: segments.length },
    },
    { type: 'TranscriptActivated', data: { episodeUuid, versionId, replaced: null, pin } },
  ];
}

/** The state after the lists of events. */
export const stateOf = (...lists: readonly (readonly TranscriptEvent[])[]): TranscriptState =>
  lists
    .flat()
    .reduce(
      (state, event, revision) => transcript.evolve(state, { ...event, revision, id: `${revision}`, reverts: null }),
      transcript.initial(),
    );

/** The transcript as an editor holds it and sends it back. */
export function writtenOf(state: TranscriptState): WrittenSegment[] {
  const version = shownVersion(state);

  return version
    ? inOrder(version).map((segment) => {
        const { segmentId: id, text, startMs, endMs } = segment;
        return { segmentId: id, text, startMs, endMs, speaker: labelOf(version, segment) };
      })
    : [];
}
