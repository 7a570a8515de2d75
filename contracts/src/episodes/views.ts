import { z } from 'zod';
import { GivenUuid } from '../kit/uuid.ts';
import { MentionView } from '../mentions/views.ts';
import { PodcastView } from '../series/views.ts';
import { TranscriptSource } from '../transcripts/events.ts';
import { Correction, SegmentView } from '../transcripts/views.ts';
import { LONGEST_LINK } from '../kit/limits.ts';

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
  /** The segments of `transcript` that people corrected, in transcript order. */
  corrections: z.array(Correction),
  /** By count descending, then name. */
  entityMentions: z.array(MentionView),
  description: z.string().nullable(),
  /** Opaque version of what is shown, for If-Match. */
  version: z.string(),
  /** Decimal log position that the page shows; left out on a page of the past. */
  position: z.string().optional(),
  /** On a page of the past, the moment shown; left out otherwise. */
  asOf: z.object({ position: z.string(), eventId: z.string().nullable(), at: z.string().nullable() }).optional(),
});
export type EpisodePage = z.infer<typeof EpisodePage>;

/** A change of one episode: one tick on the time slider. One per append. */
export const EpisodeMoment = z.object({
  /** Decimal log position. */
  position: z.string(),
  eventId: z.string(),
  at: z.string(),
  sentence: z.string(),
});
export type EpisodeMoment = z.infer<typeof EpisodeMoment>;

/** Episodes of one podcast that match a search of 3 characters or more, newest first. */
export const EpisodeSearchAnswer = z.object({
  /** `matchCount`: the n of "k of n mentions" on the page that the badge opens; 0 when only title or description match. */
  episodes: z.array(EpisodeView.extend({ mentionsCount: z.number().int(), matchCount: z.number().int() })),
});
export type EpisodeSearchAnswer = z.infer<typeof EpisodeSearchAnswer>;

/** All episodes with mentions, newest first, 50 a page; `next` is the value for `after`, null at the end. */
export const EpisodeList = z.object({ episodes: z.array(DashboardEpisode), next: z.string().nullable() });
export type EpisodeList = z.infer<typeof EpisodeList>;

/** Largest value of a Postgres integer column. */
export const LATEST_MS = 2 ** 31 - 1;
const Milliseconds = z.number().int().min(0).max(LATEST_MS);

/** `start` and `speakerName` are other names of `startTime` and `speaker`; `timeFormatted` is ignored. */
const WrittenSegment = z
  .object({
    /** An unknown id adds the segment, the id of a deleted one restores it, and a missing id is generated. */
    id: GivenUuid.brand<'SegmentId'>().optional(),
    startTime: Milliseconds.optional(),
    start: Milliseconds.optional(),
    endTime: Milliseconds.optional(),
    speaker: z.string().max(300).nullish(),
    speakerName: z.string().max(300).nullish(),
    text: z.string(),
  })
  .transform(({ start, speakerName, ...segment }) => ({
    ...segment,
    startTime: segment.startTime ?? start,
    // Null differs from a missing field: the speaker is unknown.
    speaker: segment.speaker === undefined ? speakerName : segment.speaker,
  }));
export const PutTranscriptRequest = z.object({ segments: z.array(WrittenSegment).max(100_000) });
export type PutTranscriptRequest = z.infer<typeof PutTranscriptRequest>;

export const PutEntitiesRequest = z.object({
  entityMentions: z
    .array(
      z.object({
        entity: z.object({
          /** Used only when the episode lists it; otherwise category and folded name identify the entity. */
          id: z.string().max(100).nullish(),
          /** The handler refuses a blank name, a blank type and a new link that is not http(s), in the words of the form. */
          name: z.string().trim().max(300).default(''),
          /** The category's name; a missing category is created. */
          type: z.string().trim().max(60).default(''),
          /** Left out: unchanged; null or blank: none. */
          url: z.string().trim().max(LONGEST_LINK).nullish(),
          iconName: z.string().max(60).nullish(),
          colorClass: z.string().max(120).nullish(),
        }),
      }),
    )
    .max(20_000),
  learnFromManualAdditions: z.boolean().default(false),
  /**
   * Ids of the entities that the caller was shown. Others, such as one whose merge was undone since, are left alone. Without
   * it, a save with If-Match that would remove an entity of such a merge or split is refused (409 `edit-conflict`).
   */
  loaded: z.array(z.string().max(100)).max(20_000).optional(),
});
export type PutEntitiesRequest = z.infer<typeof PutEntitiesRequest>;

export const PutDescriptionRequest = z.object({ description: z.string().max(1_000_000) });

/** The answer to each of the three whole-document writes. */
export const SavedAnswer = z.object({
  success: z.literal(true),
  /** How many changes were recorded; 0 when nothing differed. */
  changes: z.number().int(),
  /**
   * The version for the next If-Match: what the caller loaded, plus its own changes. Null when other people's changes
   * were merged in: the caller has not seen them and would seem to delete them, so it must reload the episode.
   */
  version: z.string().nullable(),
  /** Decimal log position of the last change: an episode page of a lower `position` lacks it. Null when nothing changed. */
  position: z.string().nullable(),
  /** Of the recorded changes, to undo them. */
  correlationId: z.string(),
});
export type SavedAnswer = z.infer<typeof SavedAnswer>;

/**
 * Both sides changed the same field, and nothing was written. For a segment, `base`, `mine` and `theirs` are as the
 * episode call shows it; null: absent.
 */
export const SaveConflict = z.object({
  segmentId: z.string().optional(),
  entityId: z.string().optional(),
  base: z.unknown(),
  mine: z.unknown(),
  theirs: z.unknown(),
});
export type SaveConflict = z.infer<typeof SaveConflict>;
