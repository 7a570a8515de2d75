import { z } from 'zod';
import { EpisodeUuid } from '../episodes/values.ts';
import { LONGEST_LINK } from '../kit/limits.ts';
import { GivenUuid } from '../kit/uuid.ts';
import { ApprovalScope, CandidateId, CandidateStatus, ConfidenceBand, RejectionScope } from './values.ts';

export const CandidateContext = z.object({
  segmentId: z.string(),
  speaker: z.string(),
  /** m:ss. */
  timeFormatted: z.string(),
  /** Milliseconds. */
  timecode: z.number().int(),
  endTime: z.number().int(),
  text: z.string(),
  /** Flat [start, end, …] UTF-16 offsets into `text`. */
  marks: z.array(z.number().int()),
});
export type CandidateContext = z.infer<typeof CandidateContext>;

/** A candidate in its episode. */
export const DiscoveredEntity = z.object({
  id: z.string(),
  episodeUuid: z.string(),
  episodeName: z.string(),
  episodeSlug: z.string(),
  podcastId: z.string(),
  podcastName: z.string(),
  podcastSlug: z.string(),
  audioUrl: z.string().nullable(),
  imageUrl: z.string().nullable(),
  name: z.string(),
  /** Name of a category; `typeExists`: there is one of this name. */
  type: z.string(),
  typeExists: z.boolean(),
  confidence: z.string(),
  /** Segments in which the name stands, by the matching rule. */
  frequency: z.number().int(),
  status: CandidateStatus,
  /** Approved, but the entity was taken out of the episode since: approving it again puts it back. */
  isTakenOut: z.boolean(),
  suggestedUrl: z.string().nullable(),
  adminUrl: z.string().nullable(),
  adminNotes: z.string().nullable(),
  /** The first three by time, out of `frequency`. */
  contexts: z.array(CandidateContext),
  reviewedBy: z.string().nullable(),
  /** ISO UTC. */
  reviewedAt: z.string().nullable(),
  provider: z.string(),
  model: z.string(),
});
export type DiscoveredEntity = z.infer<typeof DiscoveredEntity>;

/** GET …/{id}/contexts: where a candidate stands, by time, the first 500. */
export const CandidateContexts = z.object({ contexts: z.array(CandidateContext) });

/** Path of a candidate's field in the diff of a change, as in the history and the live feed. */
export const candidateFieldPath = (id: string, field: 'status' | 'name' | 'type' | 'url'): string =>
  `candidates/${id}/${field}`;

/** An entity that the candidate may be another name of. */
export const NearMatch = z.object({
  entityId: z.string(),
  name: z.string(),
  slug: z.string(),
  type: z.string(),
  /** Why it is near, in words, such as "same name in another category" or "one letter differs". */
  how: z.string(),
});
export type NearMatch = z.infer<typeof NearMatch>;

/** The same name (folded) and status in one or several episodes: decided together. */
export const CandidateCard = z.object({
  /** Stable while its candidates are in it. */
  key: z.string(),
  name: z.string(),
  type: z.string(),
  typeExists: z.boolean(),
  status: CandidateStatus,
  /** The highest of its members. */
  confidence: z.string(),
  /** Of all members. */
  frequency: z.number().int(),
  /** By confidence, then frequency. */
  members: z.array(DiscoveredEntity),
  near: z.array(NearMatch),
});
export type CandidateCard = z.infer<typeof CandidateCard>;

export const CANDIDATE_SORTS = ['confidence', '-confidence', 'uncertainty', 'frequency', 'gain', 'newest'] as const;

/** Which candidates a view shows; the same words stand in the address of the page. */
export const CandidateFilter = z.object({
  status: CandidateStatus.optional(),
  type: z.string().max(100).optional(),
  band: ConfidenceBand.optional(),
  podcast: GivenUuid.optional(),
  episode: GivenUuid.optional(),
  q: z.string().max(200).optional(),
});
export type CandidateFilter = z.infer<typeof CandidateFilter>;

export const CandidateCardsQuery = CandidateFilter.extend({
  sort: z.enum(CANDIDATE_SORTS).default('-confidence'),
  after: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** GET /api/admin/discovered-entities/cards. */
export const CandidateCardPage = z.object({
  cards: z.array(CandidateCard),
  /** In this view, whatever the page. */
  total: z.object({ cards: z.number().int(), candidates: z.number().int() }),
  /** In this view without its status: candidates decided by anybody, by the asker, and pending. */
  progress: z.object({ decided: z.number().int(), mine: z.number().int(), pending: z.number().int() }),
  /** Candidates by category and by band in this view, each without the filter of its own kind. */
  types: z.array(z.object({ type: z.string(), count: z.number().int() })),
  bands: z.array(z.object({ band: ConfidenceBand, count: z.number().int() })),
  /** For `after`. */
  next: z.string().nullable(),
});
export type CandidateCardPage = z.infer<typeof CandidateCardPage>;

/** GET …/ids: every candidate of a view, at most 5,000. */
export const CandidateIds = z.object({ ids: z.array(z.string()), isComplete: z.boolean() });

const link = z.union([z.url({ protocol: /^https?$/ }).max(LONGEST_LINK), z.literal('')]).nullish();
const note = z.string().trim().max(2000).nullish();
const candidateIds = z.array(GivenUuid.pipe(CandidateId)).min(1).max(5000);

/** Decisions of one bulk carry the same id, which is their correlation id: one undo takes all of them back. */
const bulkId = z.uuid().optional();

/**
 * What the caller saw: a candidate that somebody has decided otherwise since is left as it is and reported in `failed`.
 * Left out: `pending` for a bulk and an approval; one that is approved may also be rejected; anything for an edit.
 */
const expectedStatus = CandidateStatus.optional();

export const ApproveRequest = z.object({
  adminUrl: link,
  adminNotes: note,
  correctedEntityType: z.string().trim().max(100).nullish(),
  correctedEntityName: z.string().trim().max(300).nullish(),
  /** False: the name becomes another name of the entity `entityId`. */
  createEntity: z.boolean().default(true),
  entityId: GivenUuid.nullish(),
  scope: ApprovalScope.default('episode'),
  expectedStatus,
  bulkId,
});
export const RejectRequest = z.object({
  adminNotes: note,
  scope: RejectionScope.default('episode'),
  expectedStatus,
  bulkId,
});
export const CorrectTypeRequest = z.object({ newType: z.string().trim().min(1).max(100), expectedStatus, bulkId });
export const EditCandidateRequest = z.object({
  name: z.string().trim().min(1).max(300).optional(),
  type: z.string().trim().min(1).max(100).optional(),
  status: CandidateStatus.optional(),
  url: link,
  expectedStatus,
  bulkId,
});
export const BulkApproveRequest = z.object({
  entityIds: candidateIds,
  scope: ApprovalScope.default('episode'),
  /** The same for all of them, as when a card is approved under another name. */
  correctedEntityType: z.string().trim().max(100).nullish(),
  correctedEntityName: z.string().trim().max(300).nullish(),
  entityId: GivenUuid.nullish(),
  adminUrl: link,
  adminNotes: note,
  expectedStatus,
  bulkId,
});
export const BulkRejectRequest = z.object({
  entityIds: candidateIds,
  scope: RejectionScope.default('episode'),
  adminNotes: note,
  expectedStatus,
  bulkId,
});

/** Answer of every decision. */
export const DecisionAnswer = z.object({
  success: z.boolean(),
  /** Candidates whose state changed. */
  changed: z.number().int(),
  /** What was left as it is, each with the reason. */
  failed: z.array(z.object({ id: z.string(), why: z.string() })),
  /** Undo: POST /api/admin/history/revert-batch. */
  correlationId: z.string(),
});
export type DecisionAnswer = z.infer<typeof DecisionAnswer>;

/** POST …/effect: what a decision would do, asked before it is made. */
export const EffectRequest = z.object({
  entityIds: candidateIds,
  decision: z.enum(['approve', 'reject']),
  scope: z.enum(['episode', 'everywhere', 'category']).default('episode'),
  correctedEntityType: z.string().trim().max(100).nullish(),
  correctedEntityName: z.string().trim().max(300).nullish(),
  entityId: GivenUuid.nullish(),
});
export const DecisionEffect = z.object({
  /** Such as "Adds pattern “Zettelkasten” to Books: 14 mentions in 6 episodes." */
  sentence: z.string(),
  mentions: z.number().int(),
  episodes: z.number().int(),
});
export type DecisionEffect = z.infer<typeof DecisionEffect>;

/** GET …/decisions?mine=&after=: newest first, a bulk as one. */
export const ReviewDecision = z.object({
  correlationId: z.string(),
  at: z.string(),
  actor: z.string(),
  sentence: z.string(),
  candidateIds: z.array(z.string()),
  count: z.number().int(),
  isUndone: z.boolean(),
});
export type ReviewDecision = z.infer<typeof ReviewDecision>;
export const ReviewDecisionPage = z.object({ decisions: z.array(ReviewDecision), next: z.string().nullable() });

/** GET …/quality: what became of what was proposed. A candidate approved under another name or category is `corrected`. */
export const QualityRow = z.object({
  provider: z.string(),
  model: z.string(),
  type: z.string(),
  band: ConfidenceBand,
  proposed: z.number().int(),
  approved: z.number().int(),
  corrected: z.number().int(),
  rejected: z.number().int(),
  pending: z.number().int(),
});
export type QualityRow = z.infer<typeof QualityRow>;
export const QualityView = z.object({ rows: z.array(QualityRow) });

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

/** GET /api/admin/ignored-names: names that are not proposed. `type` null: in no category. */
export const IgnoredName = z.object({
  /** DELETE …/{id} lets it be proposed again. */
  id: z.string(),
  name: z.string(),
  type: z.string().nullable(),
  at: z.string(),
  actor: z.string(),
});
export type IgnoredName = z.infer<typeof IgnoredName>;

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
