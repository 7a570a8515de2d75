import { z } from 'zod';
import { LONGEST_QUERY, SearchSort } from './values.ts';

/** `value`: what the parameter takes, a name or a uuid; `label`: what people read. */
export const SearchOption = z.object({ value: z.string(), label: z.string() });
export const SearchOptions = z.object({
  episodes: z.array(SearchOption),
  podcasts: z.array(SearchOption),
  entities: z.array(SearchOption),
  categories: z.array(SearchOption),
  speakers: z.array(SearchOption),
  speakersByPodcast: z.record(z.string(), z.array(z.string())),
  minMentionsOptions: z.array(z.object({ value: z.number().int(), label: z.string() })),
  sortByOptions: z.array(SearchOption),
});
export type SearchOptions = z.infer<typeof SearchOptions>;

const Criterion = z.string().trim().max(300);
export const AdvancedSearchQuery = z.object({
  /** Words, phrases, operators and filters: `"exact phrase" OR deep* -ads speaker:"Ann" after:2026-01-01`. */
  q: z.string().max(LONGEST_QUERY).default(''),
  /** An entity's id, slug or name; likewise the others. `all` and '' do not restrict. */
  entity: Criterion.default(''),
  category: Criterion.default(''),
  speaker: Criterion.default(''),
  podcast: Criterion.default(''),
  episode: Criterion.default(''),
  /** Publication, a day as YYYY-MM-DD or a year. */
  from: Criterion.default(''),
  to: Criterion.default(''),
  minMentions: z.coerce.number().int().min(1).max(1000).default(1),
  sortBy: SearchSort.optional(),
  after: z.string().max(400).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(10),
});
export type AdvancedSearchQuery = z.infer<typeof AdvancedSearchQuery>;

export const SearchPassage = z.object({
  segmentId: z.string(),
  startMs: z.number().int(),
  endMs: z.number().int(),
  /** HH:MM:SS */
  timeFormatted: z.string(),
  speaker: z.string(),
  /** Of a long segment, the words found and what stands around them, with … where text is left out. */
  text: z.string(),
  /** Flat [start, end, …] of the words or entities found, UTF-16 offsets into `text`, end exclusive. */
  marks: z.array(z.number().int()),
});
export type SearchPassage = z.infer<typeof SearchPassage>;

export const SearchMention = z.object({
  entity: z.string(),
  entityId: z.string(),
  entitySlug: z.string(),
  entityType: z.string(),
  iconName: z.string(),
  colorClass: z.string(),
  count: z.number().int(),
  url: z.string().nullable(),
  primarySpeaker: z.string(),
  /** Mentions by speaker. */
  speakerBreakdown: z.record(z.string(), z.number().int()),
});
export type SearchMention = z.infer<typeof SearchMention>;

export const SearchedEpisode = z.object({
  episode: z.object({
    uuid: z.string(),
    name: z.string(),
    slug: z.string(),
    publishedAt: z.string().nullable(),
    audioUrl: z.string().nullable(),
    imageUrl: z.string().nullable(),
    /** End of its last segment, or its duration. */
    lengthMs: z.number().int(),
  }),
  podcast: z.object({
    uuid: z.string(),
    name: z.string(),
    host: z.string().nullable(),
    slug: z.string(),
    imageUrl: z.string().nullable(),
  }),
  /** By count descending, at most 20; `mentionsLeft` more. */
  mentions: z.array(SearchMention),
  mentionsLeft: z.number().int(),
  /** All passages found in the episode, and the first three by relevance. Without words or entity: none. */
  passages: z.object({ total: z.number().int(), shown: z.array(SearchPassage) }),
  /** Where passages begin, in milliseconds, at most 120, spread over all of them: the ticks of the strip. */
  strip: z.array(z.number().int()),
});
export type SearchedEpisode = z.infer<typeof SearchedEpisode>;

export const SearchFacet = z.object({ value: z.string(), label: z.string(), count: z.number().int() });
export type SearchFacet = z.infer<typeof SearchFacet>;
/** Values of a kind that a facet names, those in most episodes first; then the chosen ones that are not among them. */
export const MOST_FACET_VALUES = 20;
/** Numbers of episodes found, each without the criterion of its own kind; by count. */
export const SearchFacets = z.object({
  podcasts: z.array(SearchFacet),
  categories: z.array(SearchFacet),
  entities: z.array(SearchFacet),
  speakers: z.array(SearchFacet),
  years: z.array(SearchFacet),
});
export type SearchFacets = z.infer<typeof SearchFacets>;

export const AdvancedSearchAnswer = z.object({
  /** Episodes. */
  totalResults: z.number().int(),
  summary: z.object({
    totalMentions: z.number().int(),
    uniqueEntities: z.number().int(),
    /** Segments that contain the words. */
    totalPassages: z.number().int(),
  }),
  results: z.array(SearchedEpisode),
  next: z.string().nullable(),
  /** Null on later pages. */
  facets: SearchFacets.nullable(),
  /** The criteria as understood, those of `q` included: criteria and box are two faces of one state. */
  criteria: z.object({
    /** `q` without its filters. */
    words: z.string(),
    entity: z.string(),
    category: z.string(),
    speaker: z.string(),
    podcast: z.string(),
    episode: z.string(),
    from: z.string(),
    to: z.string(),
    minMentions: z.number().int(),
    sortBy: SearchSort,
  }),
  /**
   * When nothing was found: what would be found without one of the criteria, the most promising first. `words`: those that
   * are left, for `word`, which leaves one of them out.
   */
  relaxations: z.array(
    z.object({ without: z.string(), label: z.string(), total: z.number().int(), words: z.string().optional() }),
  ),
  /** Sentences about what was left out of account, such as a name that nobody has. */
  notes: z.array(z.string()),
});
export type AdvancedSearchAnswer = z.infer<typeof AdvancedSearchAnswer>;

/** Segments behind a result: of an entity, of words, or both; `speaker` narrows them. */
export const SegmentsQuery = z.object({
  episodeUuid: z.string().max(100),
  entity: Criterion.default(''),
  speaker: Criterion.default(''),
  q: z.string().max(LONGEST_QUERY).default(''),
});
export const SegmentsAnswer = z.object({
  segments: z.array(
    z.object({
      id: z.string(),
      speaker: z.string(),
      text: z.string(),
      startTime: z.number().int(),
      endTime: z.number().int(),
      timeFormatted: z.string(),
      marks: z.array(z.number().int()),
      /** The segments before and after it, for context. */
      before: z.object({ speaker: z.string(), text: z.string() }).nullable(),
      after: z.object({ speaker: z.string(), text: z.string() }).nullable(),
    }),
  ),
  totalSegments: z.number().int(),
  speaker: z.string(),
  entity: z.string(),
});
export type SegmentsAnswer = z.infer<typeof SegmentsAnswer>;

/** What the header and the palette offer while somebody types: at most five of each kind. */
export const SuggestQuery = z.object({ q: z.string().max(LONGEST_QUERY).default('') });
export const Suggestions = z.object({
  podcasts: z.array(
    z.object({ name: z.string(), slug: z.string(), host: z.string().nullable(), imageUrl: z.string().nullable() }),
  ),
  episodes: z.array(z.object({ name: z.string(), slug: z.string(), podcastName: z.string(), podcastSlug: z.string() })),
  entities: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      slug: z.string(),
      type: z.string(),
      iconName: z.string(),
      colorClass: z.string(),
      mentions: z.number().int(),
    }),
  ),
  speakers: z.array(z.object({ name: z.string(), segments: z.number().int() })),
  passages: z.array(
    SearchPassage.extend({
      episodeName: z.string(),
      episodeSlug: z.string(),
      podcastName: z.string(),
      podcastSlug: z.string(),
    }),
  ),
  /** Segments that contain the words; null: not counted, because there are too many. */
  totalPassages: z.number().int().nullable(),
});
export type Suggestions = z.infer<typeof Suggestions>;

/** A row of the index of entities. */
export const EntityIndexRow = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  type: z.string(),
  iconName: z.string(),
  colorClass: z.string(),
  mentions: z.number().int(),
  episodes: z.number().int(),
  /** Mentions in episodes of the last 90 days, counted back from the newest episode, and of the 90 days before. */
  recent: z.number().int(),
  previous: z.number().int(),
});
export type EntityIndexRow = z.infer<typeof EntityIndexRow>;
export const EntityIndexQuery = z.object({
  q: z.string().trim().max(200).default(''),
  category: z.string().max(100).default(''),
  sort: z.enum(['mentions', 'name', 'rising']).default('mentions'),
  after: z.string().max(400).optional(),
});
export const EntityIndexAnswer = z.object({
  entities: z.array(EntityIndexRow),
  total: z.number().int(),
  next: z.string().nullable(),
  categories: z.array(SearchFacet),
});
export type EntityIndexAnswer = z.infer<typeof EntityIndexAnswer>;
