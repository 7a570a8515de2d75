import { z } from 'zod';

/** What stands where nobody knows who speaks. */
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

export const TranscriptFileAnswer = z.object({
  segments: z.number().int(),
  speakers: z.number().int(),
  warnings: z.array(z.string()),
});
export type TranscriptFileAnswer = z.infer<typeof TranscriptFileAnswer>;
