import { z } from 'zod';
import { GivenUuid } from '../kit/uuid.ts';

/** Directories in which podcasts are searched. */
export const DIRECTORY_NAMES = ['taddy', 'podcastindex', 'itunes', 'rss'] as const;
export type DirectoryName = (typeof DIRECTORY_NAMES)[number];

export const DirectorySeries = z.object({
  uuid: z.string(),
  name: z.string(),
  author: z.string().nullable(),
  description: z.string().nullable(),
  imageUrl: z.string().nullable(),
  episodeCount: z.number().int().nullable(),
  language: z.string().nullable(),
  explicit: z.boolean(),
  categories: z.array(z.string()),
  websiteUrl: z.string().nullable(),
  provider: z.enum(DIRECTORY_NAMES),
  feedUrl: z.string().nullable(),
  /** Publication of the newest episode, epoch seconds; null where the directory does not say. */
  newestAt: z.number().int().nullable(),
  isExisting: z.boolean(),
});
export type DirectorySeries = z.infer<typeof DirectorySeries>;

export const DirectoryEpisode = z.object({
  uuid: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  imageUrl: z.string().nullable(),
  /** Epoch seconds. */
  datePublished: z.number().int().nullable(),
  audioUrl: z.string().nullable(),
  transcriptUrls: z.array(z.string()),
  /** Seconds. */
  duration: z.number().int().nullable(),
  isAdded: z.boolean(),
});
export type DirectoryEpisode = z.infer<typeof DirectoryEpisode>;

export const SearchSeriesAnswer = z.object({
  results: z.array(DirectorySeries),
  /** The directory that answered. */
  directory: z.enum(DIRECTORY_NAMES),
});
export const DirectoryEpisodesAnswer = z.object({
  episodes: z.array(DirectoryEpisode),
  /** `id` is our podcast id when the series has been added, otherwise null. */
  podcastInfo: DirectorySeries.extend({ id: z.string().nullable() }),
  totalAvailable: z.number().int(),
});
export const AddSeriesRequest = z.object({
  podcastData: z.object({ uuid: GivenUuid, feedUrl: z.url({ protocol: /^https?$/ }).nullish() }).loose(),
  /** Whether a podcast that is here already may move to another host. Without it: 409 `series-elsewhere`. */
  mayMove: z.boolean().default(false),
});
/** What the problem `series-elsewhere` says besides its sentence. */
export const SeriesElsewhere = z.object({ name: z.string(), host: z.string(), newHost: z.string() });
export type SeriesElsewhere = z.infer<typeof SeriesElsewhere>;
export const AddSeriesAnswer = z.object({ message: z.string(), podcastUuid: z.string() });
export const AddEpisodeRequest = z.object({
  /** Directories with uuids of their own know an episode by its audio, too. */
  episodeData: z.object({ uuid: GivenUuid, audioUrl: z.string().nullish() }).loose(),
  podcastId: GivenUuid,
});
export const AddEpisodeAnswer = z.object({ success: z.boolean(), message: z.string() });

/** A directory that people may choose to search. */
export const DirectoryChoice = z.object({
  name: z.enum(DIRECTORY_NAMES),
  /** As people call it: Apple Podcasts. */
  label: z.string(),
  /** Whether its keys are set; one that needs none is always configured. */
  configured: z.boolean(),
  /** Searched when the call names none. */
  isDefault: z.boolean(),
});
export type DirectoryChoice = z.infer<typeof DirectoryChoice>;
export const DirectoriesAnswer = z.object({ directories: z.array(DirectoryChoice) });

/** Adds the newest episodes of a series (null: all), or the podcasts of feeds or of an OPML file, in the background. */
export const AdditionRequest = z.union([
  z.strictObject({ seriesUuid: GivenUuid, newest: z.number().int().min(1).max(1000).nullable() }),
  z.strictObject({
    feeds: z
      .array(z.url({ protocol: /^https?$/ }))
      .min(1)
      .max(500),
  }),
  z.strictObject({
    opml: z
      .string()
      .min(1)
      .max(1024 * 1024),
  }),
]);
export type AdditionRequest = z.infer<typeof AdditionRequest>;

export const ADDITION_STATUSES = ['running', 'done', 'cancelled', 'failed'] as const;
export const AdditionItem = z.object({
  /** The episode's title, or the feed's title or address. */
  name: z.string(),
  status: z.enum(['waiting', 'added', 'exists', 'failed']),
  /** Of the podcast or episode, once known. */
  uuid: z.string().nullable(),
  error: z.string().nullable(),
});
export type AdditionItem = z.infer<typeof AdditionItem>;

/** Progress of an addition. What was added stays when it is cancelled or fails. */
export const Addition = z.object({
  id: z.string(),
  kind: z.enum(['episodes', 'feeds']),
  /** The podcast; null for feeds. */
  seriesUuid: z.string().nullable(),
  name: z.string().nullable(),
  status: z.enum(ADDITION_STATUSES),
  /** Why it failed as a whole. */
  problem: z.string().nullable(),
  total: z.number().int(),
  done: z.number().int(),
  added: z.number().int(),
  existing: z.number().int(),
  failed: z.number().int(),
  /** Every feed; of episodes only those that failed. */
  items: z.array(AdditionItem),
});
export type Addition = z.infer<typeof Addition>;
export const AdditionStarted = z.object({ id: z.string() });
export const AdditionsAnswer = z.object({ additions: z.array(Addition) });
