import { z } from 'zod';
import { EpisodeUuid } from '../episodes/values.ts';
import { defineEvent, type EventOf } from '../kit/event.ts';
import { Pin } from '../vocabulary/values.ts';
import { SegmentId, SpeakerId, VersionId } from './values.ts';

export const RecordedSegment = z.object({
  segmentId: SegmentId,
  /** Fractional index; segments are ordered by it, byte by byte. */
  orderKey: z.string().min(1),
  /** Null: nobody knows who speaks. */
  speakerId: SpeakerId.nullable(),
  startMs: z.number().int().min(0),
  /** Exclusive, except that a cue without length has endMs = startMs. */
  endMs: z.number().int().min(0),
  text: z.string(),
});
export type RecordedSegment = z.infer<typeof RecordedSegment>;

export const TranscriptSource = z.enum(['publisher', 'upload', 'model']);
export type TranscriptSource = z.infer<typeof TranscriptSource>;

/** One of several events of a version that is not visible before TranscriptActivated. At most 500 segments and 256 KB. */
export const SegmentsRecorded = defineEvent('SegmentsRecorded', {
  episodeUuid: EpisodeUuid,
  versionId: VersionId,
  /** From 0. */
  chunk: z.number().int().min(0),
  segments: z.array(RecordedSegment).min(1).max(500),
});
export const TranscriptRecorded = defineEvent('TranscriptRecorded', {
  episodeUuid: EpisodeUuid,
  versionId: VersionId,
  source: TranscriptSource,
  /** What the file was: vtt, srt, podcasting-json… */
  form: z.string(),
  speakers: z.array(z.object({ speakerId: SpeakerId, name: z.string() })),
  chunks: z.number().int().min(0),
  segments: z.number().int().min(0),
  warnings: z.array(z.string()),
});
/** Makes a recorded version the one that is shown. `pin`: which vocabulary finds the entities of the episode from now on. */
export const TranscriptActivated = defineEvent('TranscriptActivated', {
  episodeUuid: EpisodeUuid,
  versionId: VersionId.nullable(),
  replaced: VersionId.nullable(),
  pin: Pin,
});

const Times = z.object({ startMs: z.number().int().min(0), endMs: z.number().int().min(0) });
const Speaker = z.object({ speakerId: SpeakerId, name: z.string().min(1) });

/** All that follows concerns one version of one episode's transcript. */
const inVersion = { episodeUuid: EpisodeUuid, versionId: VersionId };

/** Another text. */
export const SegmentEdited = defineEvent('SegmentEdited', {
  ...inVersion,
  segmentId: SegmentId,
  from: z.string(),
  to: z.string(),
});
export const SegmentRetimed = defineEvent('SegmentRetimed', {
  ...inVersion,
  segmentId: SegmentId,
  from: Times,
  to: Times,
});
/** `speaker`: introduced with the segment; null when the version knows the segment's speaker, or nobody does. */
export const SegmentAdded = defineEvent('SegmentAdded', {
  ...inVersion,
  segment: RecordedSegment,
  speaker: Speaker.nullable(),
});
export const SegmentDeleted = defineEvent('SegmentDeleted', { ...inVersion, segment: RecordedSegment });
/** The same segment, with the id and the place it had. */
export const SegmentRestored = defineEvent('SegmentRestored', { ...inVersion, segment: RecordedSegment });
/** `after`: the first keeps the id. */
export const SegmentSplit = defineEvent('SegmentSplit', {
  ...inVersion,
  before: RecordedSegment,
  after: z.tuple([RecordedSegment, RecordedSegment]),
});
/** `after` has the id of the first. */
export const SegmentsMerged = defineEvent('SegmentsMerged', {
  ...inVersion,
  before: z.tuple([RecordedSegment, RecordedSegment]),
  after: RecordedSegment,
});
/** Another name for a speaker id; two ids may share a name. */
export const SpeakerRenamed = defineEvent('SpeakerRenamed', {
  ...inVersion,
  speakerId: SpeakerId,
  from: z.string(),
  to: z.string().min(1),
});
/** Other speakers for some segments; null: nobody knows who speaks. `speakers`: introduced with it. */
export const SegmentsReassigned = defineEvent('SegmentsReassigned', {
  ...inVersion,
  segments: z.array(z.object({ segmentId: SegmentId, from: SpeakerId.nullable(), to: SpeakerId.nullable() })).min(1),
  speakers: z.array(Speaker),
});

export const transcriptEvents = [
  SegmentsRecorded,
  TranscriptRecorded,
  TranscriptActivated,
  SegmentEdited,
  SegmentRetimed,
  SegmentAdded,
  SegmentDeleted,
  SegmentRestored,
  SegmentSplit,
  SegmentsMerged,
  SpeakerRenamed,
  SegmentsReassigned,
] as const;
export type TranscriptEvent = EventOf<(typeof transcriptEvents)[number]>;
