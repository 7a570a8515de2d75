import { z } from 'zod';
import { EpisodeUuid } from '../episodes/values.ts';
import { defineEvent, type EventOf } from '../kit/event.ts';
import { Pin } from '../vocabulary/values.ts';
import { SegmentId, SpeakerId, VersionId } from './values.ts';

export const RecordedSegment = z.object({
  segmentId: SegmentId,
  /** Fractional index; segments are ordered by it, byte by byte. */
  orderKey: z.string().min(1),
  /** Null: the speaker is unknown. */
  speakerId: SpeakerId.nullable(),
  startMs: z.number().int().min(0),
  /** Exclusive; a cue without length has endMs = startMs. */
  endMs: z.number().int().min(0),
  text: z.string(),
});
export type RecordedSegment = z.infer<typeof RecordedSegment>;

export const TranscriptSource = z.enum(['publisher', 'upload', 'model']);
export type TranscriptSource = z.infer<typeof TranscriptSource>;

/** Part of a version that stays invisible until TranscriptActivated. At most 500 segments and 256 KB. */
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
  /** Format of the file: vtt, srt, podcasting-json… */
  form: z.string(),
  speakers: z.array(z.object({ speakerId: SpeakerId, name: z.string() })),
  chunks: z.number().int().min(0),
  segments: z.number().int().min(0),
  warnings: z.array(z.string()),
});
/** Shows a recorded version. `pin`: the vocabulary that finds the episode's entities from now on. */
export const TranscriptActivated = defineEvent('TranscriptActivated', {
  episodeUuid: EpisodeUuid,
  versionId: VersionId.nullable(),
  replaced: VersionId.nullable(),
  pin: Pin,
});

const Times = z.object({ startMs: z.number().int().min(0), endMs: z.number().int().min(0) });
const Speaker = z.object({ speakerId: SpeakerId, name: z.string().min(1) });

/** All events below concern one version of one episode's transcript. */
const inVersion = { episodeUuid: EpisodeUuid, versionId: VersionId };

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
/** `speaker`: introduced with the segment; null when the version already has the speaker, or the speaker is unknown. */
export const SegmentAdded = defineEvent('SegmentAdded', {
  ...inVersion,
  segment: RecordedSegment,
  speaker: Speaker.nullable(),
});
export const SegmentDeleted = defineEvent('SegmentDeleted', { ...inVersion, segment: RecordedSegment });
/** The same segment with its former id and order. */
export const SegmentRestored = defineEvent('SegmentRestored', { ...inVersion, segment: RecordedSegment });
/** The first of `after` keeps the id. */
export const SegmentSplit = defineEvent('SegmentSplit', {
  ...inVersion,
  before: RecordedSegment,
  after: z.tuple([RecordedSegment, RecordedSegment]),
});
/** `after` has the id of the first of `before`. */
export const SegmentsMerged = defineEvent('SegmentsMerged', {
  ...inVersion,
  before: z.tuple([RecordedSegment, RecordedSegment]),
  after: RecordedSegment,
});
/** Renames a speaker id; two ids may share a name. */
export const SpeakerRenamed = defineEvent('SpeakerRenamed', {
  ...inVersion,
  speakerId: SpeakerId,
  from: z.string(),
  to: z.string().min(1),
});
/** Other speakers for some segments; null: unknown. `speakers`: introduced with the change. */
export const SegmentsReassigned = defineEvent('SegmentsReassigned', {
  ...inVersion,
  segments: z.array(z.object({ segmentId: SegmentId, from: SpeakerId.nullable(), to: SpeakerId.nullable() })).min(1),
  speakers: z.array(Speaker),
});

/** Why a speaker has this name: a passage, or null for what the whole transcript shows. */
export const SpeakerEvidence = z.object({
  kind: z.enum(['introduces-self', 'is-introduced', 'is-addressed', 'opens-show', 'visits-show', 'only-one-left']),
  segmentId: SegmentId.nullable(),
  startMs: z.number().int().min(0).nullable(),
});
export type SpeakerEvidence = z.infer<typeof SpeakerEvidence>;

export const SpeakerMapping = z.object({
  speakerId: SpeakerId,
  from: z.string(),
  to: z.string().min(1),
  confidence: z.number().min(0).max(1),
  evidence: z.array(SpeakerEvidence),
});
export type SpeakerMapping = z.infer<typeof SpeakerMapping>;

/** The pipeline found the names of speakers whose ids had generic labels. */
export const SpeakersMapped = defineEvent('SpeakersMapped', {
  ...inVersion,
  mappings: z.array(SpeakerMapping).min(1),
});

/** A repair of times; the same three changes as `SegmentRetimed`, `SegmentSplit` and `SegmentsMerged`. */
export const TimeRepair = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('retimed'), segmentId: SegmentId, from: Times, to: Times }),
  z.object({
    kind: z.literal('split'),
    before: RecordedSegment,
    after: z.tuple([RecordedSegment, RecordedSegment]),
  }),
  z.object({
    kind: z.literal('merged'),
    before: z.tuple([RecordedSegment, RecordedSegment]),
    after: RecordedSegment,
  }),
]);
export type TimeRepair = z.infer<typeof TimeRepair>;

/** The pipeline repaired times, in this order. At most 500 repairs and 256 KB; more are recorded as further events. */
export const TimestampsVerified = defineEvent('TimestampsVerified', {
  ...inVersion,
  repairs: z.array(TimeRepair).min(1).max(500),
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
  SpeakersMapped,
  TimestampsVerified,
] as const;
export type TranscriptEvent = EventOf<(typeof transcriptEvents)[number]>;
