import { z } from 'zod';
import { defineEvent, Instant, type EventOf } from '../kit/event.ts';
import { SeriesUuid } from '../series/values.ts';
import { VersionId } from '../transcripts/values.ts';
import { EpisodeUuid } from './values.ts';

/** A transcript that the publisher offers. */
export const OfferedTranscript = z.object({
  url: z.string(),
  type: z.string().nullable(),
  language: z.string().nullable(),
});
export type OfferedTranscript = z.infer<typeof OfferedTranscript>;

/** What a feed says about an episode: everything that a refresh can change. */
export const EpisodeFacts = z.object({
  title: z.string().min(1),
  /** Sanitised HTML or plain text. */
  description: z.string().nullable(),
  audioUrl: z.string().nullable(),
  imageUrl: z.string().nullable(),
  publishedAt: Instant.nullable(),
  durationSeconds: z.number().int().min(0).nullable(),
  link: z.string().nullable(),
  transcripts: z.array(OfferedTranscript),
});
export type EpisodeFacts = z.infer<typeof EpisodeFacts>;

export const EpisodeAdded = defineEvent('EpisodeAdded', {
  episodeUuid: EpisodeUuid,
  seriesUuid: SeriesUuid,
  /** The guid of the feed's item; null for a transcript file. */
  guid: z.string().nullable(),
  slugBase: z.string().min(1),
  facts: EpisodeFacts,
});
/** `from` and `to` hold only the facts that changed. */
export const EpisodeRefreshed = defineEvent('EpisodeRefreshed', {
  episodeUuid: EpisodeUuid,
  seriesUuid: SeriesUuid,
  from: EpisodeFacts.partial(),
  to: EpisodeFacts.partial(),
});

/** Edited by hand; sanitised HTML. Later refreshes of the feed no longer replace it. */
export const DescriptionEdited = defineEvent('DescriptionEdited', {
  episodeUuid: EpisodeUuid,
  from: z.string().nullable(),
  to: z.string().nullable(),
});

/** The pipeline has finished with its transcript. */
export const EpisodeMarkedTranscribed = defineEvent('EpisodeMarkedTranscribed', {
  episodeUuid: EpisodeUuid,
  versionId: VersionId,
  /** Null: it was not marked before. */
  replaced: VersionId.nullable(),
});

/** It disappears with its transcript and mentions; its streams keep everything. */
export const EpisodeRemoved = defineEvent('EpisodeRemoved', { episodeUuid: EpisodeUuid, seriesUuid: SeriesUuid });
export const EpisodeRestored = defineEvent('EpisodeRestored', { episodeUuid: EpisodeUuid, seriesUuid: SeriesUuid });

export const episodeEvents = [
  EpisodeAdded,
  EpisodeRefreshed,
  DescriptionEdited,
  EpisodeMarkedTranscribed,
  EpisodeRemoved,
  EpisodeRestored,
] as const;
export type EpisodeEvent = EventOf<(typeof episodeEvents)[number]>;
