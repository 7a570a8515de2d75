import { z } from 'zod';

export const EntityView = z.object({
  id: z.string(),
  name: z.string(),
  /** The category's name. */
  type: z.string(),
  url: z.string().nullable(),
  iconName: z.string(),
  colorClass: z.string(),
  /** False when any of its patterns matches inside words. */
  wholeWord: z.boolean(),
  slug: z.string(),
});
export type EntityView = z.infer<typeof EntityView>;

export const MentionContext = z.object({
  text: z.string(),
  timeFormatted: z.string(),
  /** Milliseconds. */
  timecode: z.number().int(),
  speaker: z.string(),
});

export const MentionView = z.object({
  entity: EntityView,
  /** Segments in which the entity occurs at least once. */
  count: z.number().int(),
  /** The first five mentioning segments by time. */
  contexts: z.array(MentionContext),
  /**
   * Where to highlight: flat [segmentIndex, start, end, …], index into `transcript`, UTF-16 offsets into `text`, end
   * exclusive, ascending.
   */
  marks: z.array(z.number().int()),
});
export type MentionView = z.infer<typeof MentionView>;
