import { z } from 'zod';
import { EpisodeUuid } from '../episodes/values.ts';
import { GivenUuid } from '../kit/uuid.ts';

/** POST /api/admin/discover-entities. */
export const DiscoverRequest = z.object({ episodeUuid: GivenUuid.pipe(EpisodeUuid) });
export const DiscoverAnswer = z.object({
  success: z.literal(true),
  /** New candidates. */
  proposed: z.number().int(),
  provider: z.string(),
  model: z.string(),
  /** In US dollars; null: not known. */
  cost: z.number().nullable(),
  /** Its output, as that of a batch. */
  lines: z.array(z.object({ level: z.enum(['info', 'warn', 'error']), message: z.string() })),
});

/** POST /api/admin/discover-entities-batch. */
export const DiscoverBatchRequest = z.object({
  episodeUuids: z.array(GivenUuid.pipe(EpisodeUuid)).min(1).max(5000),
});

/** GET /api/admin/episodes-ready-for-discovery. */
export const BatchEpisode = z.object({
  uuid: z.string(),
  name: z.string(),
  podcastName: z.string(),
  podcastImageUrl: z.string().nullable(),
  publishedAt: z.string().nullable(),
  hasDiscoveredEntities: z.boolean(),
  uploadedToOpenai: z.boolean(),
  hasWhisperTranscript: z.boolean(),
});
export type BatchEpisode = z.infer<typeof BatchEpisode>;

/** A line of a batch's stream; the stream begins with all earlier lines. */
export const BatchLine = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('log'),
    level: z.enum(['info', 'warn', 'error']),
    message: z.string(),
    episodeUuid: z.string().nullable(),
    timestamp: z.string(),
  }),
  z.object({
    type: z.literal('progress'),
    completed: z.number().int(),
    total: z.number().int(),
    successful: z.number().int(),
    failed: z.number().int(),
    episodeUuid: z.string().nullable(),
  }),
  z.object({
    type: z.literal('complete'),
    outcome: z.enum(['completed', 'cancelled', 'refused']),
    results: z.object({ total: z.number().int(), successful: z.number().int(), failed: z.number().int() }),
  }),
]);
export type BatchLine = z.infer<typeof BatchLine>;

/** GET /api/admin/discovery-batches: newest first, at most 50. `…/{id}/events` is the stream, `…/{id}/cancel` ends it. */
export const DiscoveryBatch = z.object({
  id: z.string(),
  status: z.enum(['running', 'completed', 'cancelled', 'refused']),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  startedBy: z.string(),
  total: z.number().int(),
  successful: z.number().int(),
  failed: z.number().int(),
});
export type DiscoveryBatch = z.infer<typeof DiscoveryBatch>;
