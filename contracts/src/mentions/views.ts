import { z } from 'zod';

export const EntityView = z.object({
  id: z.string(),
  name: z.string(),
  /** The category's name. */
  type: z.string(),
  url: z.string().nullable(),
  iconName: z.string(),
  colorClass: z.string(),
  /** False when any of its patterns also matches inside words. */
  wholeWord: z.boolean(),
  slug: z.string(),
  /** The entities merged into it, by name. Links to them lead here. */
  merged: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string() })),
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
  /** Number of segments in which the entity occurs. */
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

/** One segment that mentions the entity. */
export const PassageView = z.object({
  episodeUuid: z.string(),
  episodeTitle: z.string(),
  episodeSlug: z.string(),
  podcastName: z.string(),
  podcastSlug: z.string(),
  audioUrl: z.string().nullable(),
  imageUrl: z.string().nullable(),
  /** ISO UTC. */
  publishedAt: z.string().nullable(),
  segmentId: z.string(),
  startMs: z.number().int(),
  endMs: z.number().int(),
  timeFormatted: z.string(),
  speaker: z.string(),
  text: z.string(),
  /** Flat [start, end, …] UTF-16 offsets into `text`. */
  marks: z.array(z.number().int()),
});
export type PassageView = z.infer<typeof PassageView>;

/** Newest episode first, within an episode in transcript order; 50 a page. */
export const PassagePage = z.object({ mentions: z.array(PassageView), next: z.string().nullable() });
export type PassagePage = z.infer<typeof PassagePage>;

const NamedEntity = z.object({ id: z.string(), name: z.string(), slug: z.string() });

/** One entity everywhere. */
export const EntityPage = z.object({
  entity: EntityView,
  /** What is merged into it, directly or not, by name. `mergedAt`: ISO UTC. */
  merges: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string(), mergedAt: z.string() })),
  /** What was split off it, and what it was split off, oldest first: whole podcasts, and so many single passages. */
  splits: z.array(
    z.object({
      id: z.string(),
      from: NamedEntity,
      into: NamedEntity,
      /** Their names. */
      podcasts: z.array(z.string()),
      segments: z.number().int(),
      /** ISO UTC. */
      splitAt: z.string(),
    }),
  ),
  /** The names of its current patterns and of what is merged into it, without its own name. */
  aliases: z.array(z.string()),
  mentions: z.number().int(),
  episodes: z.number().int(),
  /** By count descending. */
  podcasts: z.array(
    z.object({
      uuid: z.string(),
      name: z.string(),
      slug: z.string(),
      count: z.number().int(),
      episodes: z.number().int(),
    }),
  ),
  /** The 20 speakers who mention it most, by name. */
  speakers: z.array(z.object({ name: z.string(), count: z.number().int() })),
  /** Per calendar month (UTC) of publication, ascending, without months that have no transcript. `hours`: of all transcripts published that month. */
  months: z.array(z.object({ month: z.string(), count: z.number().int(), hours: z.number() })),
  /** By publication, then position in the transcript; null without mentions. */
  first: PassageView.nullable(),
  last: PassageView.nullable(),
});
export type EntityPage = z.infer<typeof EntityPage>;
