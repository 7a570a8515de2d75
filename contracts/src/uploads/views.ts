import { z } from 'zod';
import { GivenUuid } from '../kit/uuid.ts';
import { TranscriptIndex, UploadStatus } from './values.ts';

export const TranscriptStatusEpisode = z.object({
  uuid: z.string(),
  name: z.string(),
  slug: z.string(),
  podcastId: z.string(),
  podcastName: z.string(),
  podcastSlug: z.string(),
  /** ISO UTC. */
  publishedAt: z.string().nullable(),
  status: UploadStatus,
  /** A sentence. */
  validationMessage: z.string(),
  openaiUploadError: z.string().nullable(),
  /** ISO UTC; null: the assistant does not know it. */
  openaiUploadedAt: z.string().nullable(),
  openaiLastAttempt: z.string().nullable(),
  /** Of an upload that is open. */
  progress: z.enum(['queued', 'uploading']).nullable(),
  /** Whether the transcript could be uploaded now: it is ready, failed, or changed since it was uploaded. */
  mayUpload: z.boolean(),
});
export type TranscriptStatusEpisode = z.infer<typeof TranscriptStatusEpisode>;

export const TranscriptStatusSummary = z.object({
  total: z.number().int(),
  ready: z.number().int(),
  uploaded: z.number().int(),
  needsSpeakerUpdate: z.number().int(),
  errors: z.number().int(),
  /** Those in `needsSpeakerUpdate` that only have to be uploaded again. */
  changed: z.number().int(),
  /** Uploads that are queued or in progress. */
  open: z.number().int(),
});
export type TranscriptStatusSummary = z.infer<typeof TranscriptStatusSummary>;

/** Without `paged`, every episode. */
export const EpisodesStatusQuery = z.object({
  paged: z.literal('true').optional(),
  status: UploadStatus.optional(),
  podcast: GivenUuid.optional(),
  /** Words of the titles of episode and podcast. */
  q: z.string().trim().max(200).optional(),
  after: z.string().max(200).optional(),
});
/**
 * Newest first, 50 a page; with `status=needs_speaker_update` by podcast, then newest first. `summary` counts what the
 * filters besides `status` let through.
 */
export const EpisodesStatusAnswer = z.object({
  success: z.literal(true),
  episodes: z.array(TranscriptStatusEpisode),
  summary: TranscriptStatusSummary,
  error: z.null(),
  next: z.string().nullable(),
  index: z.object({
    name: TranscriptIndex,
    vectorStoreId: z.string().nullable(),
    /** Whether uploads can begin at once. */
    isInitialised: z.boolean(),
    /** How the index is called in a sentence. */
    description: z.string(),
  }),
});
export type EpisodesStatusAnswer = z.infer<typeof EpisodesStatusAnswer>;

/** `details` is one sentence; after a failure, why. */
export const InitializeAnswer = z.object({
  success: z.boolean(),
  vectorStoreId: z.string().nullable(),
  details: z.string(),
});
export type InitializeAnswer = z.infer<typeof InitializeAnswer>;

export const UploadAnswer = z.object({ success: z.boolean(), message: z.string(), details: z.string() });
export type UploadAnswer = z.infer<typeof UploadAnswer>;

/**
 * Of `upload-validated` and `retry-failed`: in one podcast, or these episodes. `changed`: those that changed since they
 * were uploaded, instead of those that are ready. `wait: false`: answers once they are queued.
 */
export const UploadManyRequest = z
  .object({
    podcastId: GivenUuid.optional(),
    changed: z.boolean().default(false),
    wait: z.boolean().default(true),
  })
  .prefault({});
export const UploadManyAnswer = z.object({
  success: z.boolean(),
  message: z.string(),
  successCount: z.number().int(),
  errorCount: z.number().int(),
  /** A sentence for each failure, at most 50. */
  details: z.array(z.string()),
  batchId: z.string(),
  /** Uploads that were requested. */
  queued: z.number().int(),
});
export type UploadManyAnswer = z.infer<typeof UploadManyAnswer>;

/** GET …/batches/{id}: how far the uploads are that were requested together. */
export const UploadBatch = z.object({
  id: z.string(),
  total: z.number().int(),
  queued: z.number().int(),
  uploading: z.number().int(),
  /** Including those that the index had already. */
  successCount: z.number().int(),
  errorCount: z.number().int(),
  /** Not tried, because the service refused every upload. */
  withdrawn: z.number().int(),
  /** Titles of the episodes that are being uploaded. */
  current: z.array(z.string()),
  message: z.string(),
  details: z.array(z.string()),
});
export type UploadBatch = z.infer<typeof UploadBatch>;

/**
 * GET …/progress, as server-sent events: what has moved since the last message; then `complete`, once nothing is open. Of
 * many episodes only some are here; `moved` says how many there were.
 */
export const UploadProgress = z.object({
  batches: z.array(UploadBatch),
  episodes: z.array(TranscriptStatusEpisode),
  moved: z.number().int(),
});
export type UploadProgress = z.infer<typeof UploadProgress>;
