import { z } from 'zod';
import { Decision } from '../entities/events.ts';
import { EpisodeUuid } from '../episodes/values.ts';
import { defineEvent, type EventOf } from '../kit/event.ts';
import { SegmentId } from '../transcripts/values.ts';
import { EntityId } from '../vocabulary/values.ts';
import { CandidateId, CandidateStatus, Confidence, DiscoveryBatchId, Finding } from './values.ts';

/** What a finder says about a name in one episode. */
export const CandidateFacts = z.object({
  name: z.string().min(1),
  /** Name of a category, which need not exist. */
  type: z.string().min(1),
  confidence: Confidence,
  suggestedUrl: z.string().nullable(),
  /** Where it stood when it was found, at most the first hundred. */
  segmentIds: z.array(SegmentId),
  finding: Finding,
});
export type CandidateFacts = z.infer<typeof CandidateFacts>;

/** What people say about a candidate. Until they do, name and type are the finder's. */
export const CandidateReview = z.object({
  status: CandidateStatus,
  name: z.string().min(1),
  type: z.string().min(1),
  url: z.string().nullable(),
  notes: z.string().nullable(),
  /** Where the decision holds. Null: it is pending. */
  scope: z.enum(['episode', 'everywhere', 'category']).nullable(),
  /** What the approval added to the episode. Null: it is not approved. */
  added: z
    .object({
      /** The entity of the name that was found. */
      entityId: EntityId,
      /** The entity that it counts for there. */
      shownId: EntityId,
      /** What people had decided about `entityId` there before. */
      before: Decision.nullable(),
    })
    .nullable(),
});
export type CandidateReview = z.infer<typeof CandidateReview>;

/** Found for the first time (`before` null), or found again with better facts. */
export const EntityDiscovered = defineEvent('EntityDiscovered', {
  episodeUuid: EpisodeUuid,
  candidateId: CandidateId,
  /** `facts.name` by the matching rule; of all finds of the candidate. */
  foldedName: z.string().min(1),
  before: CandidateFacts.nullable(),
  facts: CandidateFacts,
});

const reviewed = { episodeUuid: EpisodeUuid, candidateId: CandidateId, from: CandidateReview, to: CandidateReview };

/** What it adds to the episode is an event of its own in the same append. */
export const EntityApproved = defineEvent('EntityApproved', reviewed);
export const EntityRejected = defineEvent('EntityRejected', reviewed);
/** Names of categories. */
export const EntityTypeCorrected = defineEvent('EntityTypeCorrected', {
  episodeUuid: EpisodeUuid,
  candidateId: CandidateId,
  from: z.string().min(1),
  to: z.string().min(1),
});
/** Also takes back a decision, and restores one that was taken back. */
export const DiscoveredEntityEdited = defineEvent('DiscoveredEntityEdited', reviewed);

/** In the streams `entities-<episodeUuid>`, beside the events of the entities that an episode lists. */
export const discoveryEvents = [
  EntityDiscovered,
  EntityApproved,
  EntityRejected,
  EntityTypeCorrected,
  DiscoveredEntityEdited,
] as const;
export type DiscoveryEvent = EventOf<(typeof discoveryEvents)[number]>;

const ignored = {
  /** Derived from type and folded name. */
  ignoredId: z.guid(),
  name: z.string().min(1),
  foldedName: z.string().min(1),
  /** Name of the category in which it is not proposed; null: in none. */
  type: z.string().min(1).nullable(),
};

/** The name is not proposed any more. */
export const NameIgnored = defineEvent('NameIgnored', ignored);
export const NameUnignored = defineEvent('NameUnignored', ignored);

/** In the stream `vocabulary-main`. */
export const ignoredNameEvents = [NameIgnored, NameUnignored] as const;
export type IgnoredNameEvent = EventOf<(typeof ignoredNameEvents)[number]>;

const ofBatch = { batchId: DiscoveryBatchId };
const ofEpisode = { ...ofBatch, episodeUuid: EpisodeUuid };

export const DiscoveryBatchStarted = defineEvent('DiscoveryBatchStarted', {
  ...ofBatch,
  episodeUuids: z.array(EpisodeUuid).min(1),
});
export const EpisodeDiscoveryStarted = defineEvent('EpisodeDiscoveryStarted', ofEpisode);
/** A line of the batch's output. `episodeUuid` null: about the batch. */
export const DiscoveryLogged = defineEvent('DiscoveryLogged', {
  ...ofBatch,
  episodeUuid: EpisodeUuid.nullable(),
  level: z.enum(['info', 'warn', 'error']),
  message: z.string(),
});
export const EpisodeDiscoveryCompleted = defineEvent('EpisodeDiscoveryCompleted', {
  ...ofEpisode,
  /** Candidates recorded as new. */
  proposed: z.number().int().min(0),
});
export const EpisodeDiscoveryFailed = defineEvent('EpisodeDiscoveryFailed', {
  ...ofEpisode,
  /** Of the error; null: not one of ours. */
  code: z.string().nullable(),
  message: z.string(),
});
export const DiscoveryBatchFinished = defineEvent('DiscoveryBatchFinished', {
  ...ofBatch,
  /** `refused`: the service refused the key, so the rest was not tried. */
  outcome: z.enum(['completed', 'cancelled', 'refused']),
});

/** In the streams `discoveryBatch-<id>`. */
export const discoveryBatchEvents = [
  DiscoveryBatchStarted,
  EpisodeDiscoveryStarted,
  DiscoveryLogged,
  EpisodeDiscoveryCompleted,
  EpisodeDiscoveryFailed,
  DiscoveryBatchFinished,
] as const;
export type DiscoveryBatchEvent = EventOf<(typeof discoveryBatchEvents)[number]>;
