import { z } from 'zod';
import type { EpisodeUuid } from '../episodes/values.ts';
import { AnyUuid, EARMARK_NAMESPACE, uuidFrom } from '../kit/uuid.ts';

/** A name that a model or the built-in finder proposes as an entity of one episode. */
export const CandidateId = AnyUuid.brand('CandidateId');
export type CandidateId = z.infer<typeof CandidateId>;

/** Derived, so that finding a name again means the same candidate. `foldedName`: by the matching rule. */
export const candidateIdOf = (episodeUuid: EpisodeUuid, foldedName: string): CandidateId =>
  uuidFrom(episodeUuid, `candidate ${foldedName}`, CandidateId);

export const DiscoveryBatchId = AnyUuid.brand('DiscoveryBatchId');
export type DiscoveryBatchId = z.infer<typeof DiscoveryBatchId>;

export const CandidateStatus = z.enum(['pending', 'approved', 'rejected']);
export type CandidateStatus = z.infer<typeof CandidateStatus>;

/** `type` null: in no category. */
export const ignoredIdOf = (type: string | null, foldedName: string): string =>
  uuidFrom(EARMARK_NAMESPACE, `ignored ${type ?? ''} ${foldedName}`);

/** Between 0 and 1 with two digits, such as "0.80". */
export const Confidence = z.string().regex(/^(?:0\.\d\d|1\.00)$/);

/** `green` from 0.8, `yellow` from 0.6, `red` below. */
export const ConfidenceBand = z.enum(['high', 'medium', 'low']);
export type ConfidenceBand = z.infer<typeof ConfidenceBand>;
export const bandOf = (confidence: string): ConfidenceBand =>
  Number(confidence) >= 0.8 ? 'high' : Number(confidence) >= 0.6 ? 'medium' : 'low';

/** Where an approved name counts: in its episode, or wherever its pattern finds it. */
export const ApprovalScope = z.enum(['episode', 'everywhere']);
export type ApprovalScope = z.infer<typeof ApprovalScope>;

/** Where a rejected name is not proposed again: in its episode, anywhere, or anywhere in its category. */
export const RejectionScope = z.enum(['episode', 'everywhere', 'category']);
export type RejectionScope = z.infer<typeof RejectionScope>;

/** One search of one episode for candidates: by which finder, and what it cost. */
export const Finding = z.object({
  findingId: AnyUuid,
  provider: z.enum(['offline', 'openai', 'openai-compatible']),
  /** As the service named it in its answer; for the built-in finder its version. */
  model: z.string(),
  /** Version of our instructions, or of the rules of the built-in finder. */
  prompt: z.string(),
  inputTokens: z.number().int().min(0),
  outputTokens: z.number().int().min(0),
  /** In US dollars; null: the price is not known. */
  cost: z.number().min(0).nullable(),
});
export type Finding = z.infer<typeof Finding>;
