import { z } from 'zod';
import { MentionView } from '../mentions/views.ts';
import { PodcastView } from '../series/views.ts';
import { TranscriptSource } from '../transcripts/events.ts';
import { SegmentView } from '../transcripts/views.ts';

/** A row of "Recent Episodes with Mentions". */
export const DashboardEpisode = z.object({
  id: z.string(),
  slug: z.string(),
  podcastName: z.string(),
  podcastImage: z.string().nullable(),
  podcastSlug: z.string(),
  title: z.string(),
  /** ISO UTC. */
  publishedAt: z.string().nullable(),
  mentionsCount: z.number().int(),
  hasWhisperTranscript: z.boolean(),
});
export type DashboardEpisode = z.infer<typeof DashboardEpisode>;

export const EpisodeView = z.object({
  id: z.string(),
  uuid: z.string(),
  slug: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  audioUrl: z.string().nullable(),
  /** Epoch seconds. */
  datePublished: z.number().int().nullable(),
  /** ISO UTC. */
  publishedAt: z.string().nullable(),
  /** Seconds. */
  duration: z.number().int().nullable(),
  imageUrl: z.string().nullable(),
  hasWhisperTranscript: z.boolean(),
  transcriptSource: TranscriptSource.nullable(),
  uploadedToOpenai: z.boolean(),
  podcastId: z.string(),
  podcastName: z.string(),
});
export type EpisodeView = z.infer<typeof EpisodeView>;

/** Episodes newest first, unknown dates last. */
export const PodcastPage = z.object({
  podcast: PodcastView,
  episodes: z.array(EpisodeView.extend({ mentionsCount: z.number().int() })),
});
export type PodcastPage = z.infer<typeof PodcastPage>;

export const EpisodePage = z.object({
  podcast: PodcastView,
  episode: EpisodeView,
  transcript: z.array(SegmentView),
  /** By count descending, then name. */
  entityMentions: z.array(MentionView),
  description: z.string().nullable(),
  /** Opaque; names the rows shown as a base for If-Match. */
  version: z.string(),
});
export type EpisodePage = z.infer<typeof EpisodePage>;

/** Episodes of one podcast that match a search of 3 characters or more, newest first. */
export const EpisodeSearchAnswer = z.object({
  /** `matchCount`: the n of "k of n mentions" on the page that the badge opens; 0 when only title or description match. */
  episodes: z.array(EpisodeView.extend({ mentionsCount: z.number().int(), matchCount: z.number().int() })),
});
export type EpisodeSearchAnswer = z.infer<typeof EpisodeSearchAnswer>;

/** All episodes with mentions, newest first, 50 a page; `next` is the value for `after`, null at the end. */
export const EpisodeList = z.object({ episodes: z.array(DashboardEpisode), next: z.string().nullable() });
export type EpisodeList = z.infer<typeof EpisodeList>;
