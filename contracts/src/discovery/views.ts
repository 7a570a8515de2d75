import { z } from 'zod';
import { GivenUuid } from '../kit/uuid.ts';
import { CandidateStatus, ConfidenceBand } from './values.ts';

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
