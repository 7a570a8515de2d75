import { z } from 'zod';

/** A card of the dashboard's carousel. */
export const SeriesCard = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  host: z.string().nullable(),
  imageUrl: z.string().nullable(),
  episodeCount: z.number().int(),
});
export type SeriesCard = z.infer<typeof SeriesCard>;

/** A line of the sidebar. */
export const RecentPodcast = z.object({
  uuid: z.string(),
  name: z.string(),
  slug: z.string(),
  episodeCount: z.number().int(),
});
export type RecentPodcast = z.infer<typeof RecentPodcast>;

export const PodcastView = z.object({
  id: z.string(),
  uuid: z.string(),
  slug: z.string(),
  name: z.string(),
  host: z.string().nullable(),
  imageUrl: z.string().nullable(),
  description: z.string().nullable(),
  totalEpisodes: z.number().int(),
  categories: z.array(z.string()),
});
export type PodcastView = z.infer<typeof PodcastView>;

export const SEARCH_CATEGORIES = ['all', 'business', 'comedy', 'education', 'news', 'science', 'technology'] as const;
export const SEARCH_LANGUAGES = ['all', 'en', 'es', 'fr', 'de', 'zh', 'ja'] as const;
export const SEARCH_SORTS = ['relevance', 'popularity', 'recent', 'episodes'] as const;

/** Query string of the podcast search. */
export const PodcastSearchQuery = z.object({
  q: z.string().trim().min(1).max(200),
  category: z.enum(SEARCH_CATEGORIES).default('all'),
  language: z.enum(SEARCH_LANGUAGES).default('all'),
  sort: z.enum(SEARCH_SORTS).default('relevance'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});
export type PodcastSearchQuery = z.infer<typeof PodcastSearchQuery>;

export const PodcastSearchResult = z.object({
  uuid: z.string(),
  slug: z.string(),
  name: z.string(),
  host: z.string().nullable(),
  /** Plain text. */
  description: z.string().nullable(),
  imageUrl: z.string().nullable(),
  categories: z.array(z.string()),
  language: z.string().nullable(),
  episodeCount: z.number().int(),
});
/** `total` counts all hits, including those beyond the page. */
export const PodcastSearchAnswer = z.object({ results: z.array(PodcastSearchResult), total: z.number().int() });
export type PodcastSearchAnswer = z.infer<typeof PodcastSearchAnswer>;
