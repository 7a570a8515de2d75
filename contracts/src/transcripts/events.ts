import { z } from 'zod';
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
  episodeUuid: Uuid,
  versionId: Uuid,
  /** From 0. */
  chunk: z.number().int().min(0),
  segments: z.array(RecordedSegment).min(1).max(500),
});
export const TranscriptRecorded = defineEvent('TranscriptRecorded', {
  episodeUuid: Uuid,
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
  episodeUuid: Uuid,
  versionId: Uuid.nullable(),
  replaced: Uuid.nullable(),
  pin: Pin,
});

export const transcriptEvents = [SegmentsRecorded, TranscriptRecorded, TranscriptActivated] as const;
export type TranscriptEvent = EventOf<(typeof transcriptEvents)[number]>;
