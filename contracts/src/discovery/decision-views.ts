import { z } from 'zod';
import { LONGEST_LINK } from '../kit/limits.ts';
import { GivenUuid } from '../kit/uuid.ts';
import { ApprovalScope, CandidateId, CandidateStatus, RejectionScope } from './values.ts';

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
