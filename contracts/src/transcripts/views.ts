import { z } from 'zod';

/** Shown in place of an unknown speaker. */
export const UNKNOWN_SPEAKER = 'Unknown';

export const SegmentView = z.object({
  id: z.string(),
  /** Milliseconds. */
  startTime: z.number().int(),
  endTime: z.number().int(),
  speaker: z.string(),
  text: z.string(),
  /** HH:MM:SS */
  timeFormatted: z.string(),
});
export type SegmentView = z.infer<typeof SegmentView>;

/** When a person last changed the words of a segment, and in which role. Undone changes do not count. */
export const Correction = z.object({ segmentId: z.string(), at: z.string(), role: z.string() });
export type Correction = z.infer<typeof Correction>;

export const TranscriptFileAnswer = z.object({
  segments: z.number().int(),
  speakers: z.number().int(),
  warnings: z.array(z.string()),
});
export type TranscriptFileAnswer = z.infer<typeof TranscriptFileAnswer>;

/** What a transcript file would become. Nothing is recorded. */
export const TranscriptFilePreview = TranscriptFileAnswer.extend({
  /** As people call it: WebVTT. */
  format: z.string(),
  speakerNames: z.array(z.string()),
  /** The first segments. */
  first: z.array(SegmentView),
  /** Whether it replaces a transcript, and how many corrections people have made to that one. */
  replaces: z.boolean(),
  corrections: z.number().int(),
});
export type TranscriptFilePreview = z.infer<typeof TranscriptFilePreview>;
