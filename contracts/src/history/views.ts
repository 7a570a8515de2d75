import { z } from 'zod';

/** One line of the live feed: what a visitor may know of an event. Log positions are decimal strings. */
export const FeedItem = z.object({
  position: z.string(),
  type: z.string(),
  at: z.string(),
  /** A role for visitors, a name for admins. */
  actor: z.string(),
  sentence: z.string(),
  /** Path of the page that shows it; null when none does. */
  link: z.string().nullable(),
  podcastUuid: z.string().nullable(),
  episodeUuid: z.string().nullable(),
  entityIds: z.array(z.string()),
});
export type FeedItem = z.infer<typeof FeedItem>;
