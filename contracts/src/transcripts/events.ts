import { z } from 'zod';
import { EpisodeUuid } from '../episodes/values.ts';
import { defineEvent, Uuid, type EventOf } from '../kit/event.ts';
import { Pin } from '../vocabulary/values.ts';

export const RecordedSegment = z.object({
  segmentId: Uuid,
  /** Fractional index; segments are ordered by it, byte by byte. */
  orderKey: z.string().min(1),
  /** Null: nobody knows who speaks. */
  speakerId: Uuid.nullable(),
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
  versionId: Uuid,
  /** From 0. */
  chunk: z.number().int().min(0),
  segments: z.array(RecordedSegment).min(1).max(500),
});
export const TranscriptRecorded = defineEvent('TranscriptRecorded', {
  episodeUuid: EpisodeUuid,
  versionId: Uuid,
  source: TranscriptSource,
  /** What the file was: vtt, srt, podcasting-json… */
  form: z.string(),
  speakers: z.array(z.object({ speakerId: Uuid, name: z.string() })),
  chunks: z.number().int().min(0),
  segments: z.number().int().min(0),
  warnings: z.array(z.string()),
});
/** Makes a recorded version the one that is shown. `pin`: which vocabulary finds the entities of the episode from now on. */
export const TranscriptActivated = defineEvent('TranscriptActivated', {
  episodeUuid: EpisodeUuid,
  versionId: Uuid.nullable(),
  replaced: Uuid.nullable(),
  pin: Pin,
});

const Times = z.object({ startMs: z.number().int().min(0), endMs: z.number().int().min(0) });
const Speaker = z.object({ speakerId: Uuid, name: z.string().min(1) });

/** All that follows concerns one version of one episode's transcript. */
const inVersion = { episodeUuid: EpisodeUuid, versionId: Uuid };

/** Another text. */
export const SegmentEdited = defineEvent('SegmentEdited', {
  ...inVersion,
  segmentId: Uuid,
  from: z.string(),
  to: z.string(),
});
export const SegmentRetimed = defineEvent('SegmentRetimed', { ...inVersion, segmentId: Uuid, from: Times, to: Times });
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
  speakerId: Uuid,
  from: z.string(),
  to: z.string().min(1),
});
/** Other speakers for some segments; null: nobody knows who speaks. `speakers`: introduced with it. */
export const SegmentsReassigned = defineEvent('SegmentsReassigned', {
  ...inVersion,
  segments: z.array(z.object({ segmentId: Uuid, from: Uuid.nullable(), to: Uuid.nullable() })).min(1),
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
