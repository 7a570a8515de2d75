import { z } from 'zod';

/**
 * `unchecked`: its feed has not been read since it was added. `new`: the feed has episodes that are not here, and
 * nobody follows it. `moved`: read from another address since `stateSince`. `no-feed`: added from files.
 */
export const FEED_STATES = ['unchecked', 'up-to-date', 'new', 'failing', 'moved', 'gone', 'no-feed'] as const;
export type FeedState = (typeof FEED_STATES)[number];

/** A line of the tab "Followed podcasts". Times are ISO UTC. */
export const FollowedPodcast = z.object({
  uuid: z.string(),
  slug: z.string(),
  name: z.string(),
  host: z.string().nullable(),
  imageUrl: z.string().nullable(),
  /** Null: added from files. */
  feedUrl: z.string().nullable(),
  isFollowed: z.boolean(),
  episodesHere: z.number().int(),
  /** Null: its feed has not been read yet. */
  episodesInFeed: z.number().int().nullable(),
  transcribed: z.number().int(),
  lastCheckedAt: z.string().nullable(),
  /** Null: it is not refreshed by itself. */
  nextCheckAt: z.string().nullable(),
  state: z.enum(FEED_STATES),
  stateSince: z.string().nullable(),
  /** Episodes of the feed that are not here. */
  newEpisodes: z.number().int(),
  /** Why the last check failed: a sentence. */
  problem: z.string().nullable(),
  isRefreshing: z.boolean(),
});
export type FollowedPodcast = z.infer<typeof FollowedPodcast>;

export const FollowedPodcastsAnswer = z.object({
  podcasts: z.array(FollowedPodcast),
  next: z.string().nullable(),
  /** 0: feeds are not refreshed by themselves. */
  refreshMinutes: z.number().int(),
});
export type FollowedPodcastsAnswer = z.infer<typeof FollowedPodcastsAnswer>;

export const FollowAnswer = z.object({ message: z.string(), eventId: z.string().nullable() });
export const RefreshAnswer = z.object({ message: z.string(), podcast: FollowedPodcast });

/** What disappears from the site when a podcast or an episode is removed. */
export const RemovalView = z.object({
  name: z.string(),
  episodes: z.number().int(),
  transcripts: z.number().int(),
  mentions: z.number().int(),
  /** Segments that people have corrected. */
  corrections: z.number().int(),
});
export type RemovalView = z.infer<typeof RemovalView>;
/** `eventId` is what `history/{eventId}/revert` brings it back by. */
export const RemovedAnswer = z.object({ message: z.string(), eventId: z.string() });
export const RemovalRequest = z.object({ reason: z.string().trim().max(500).nullish() });
