import type { ErrorCode } from '../problem.ts';
import type { EpisodeUuid } from '../episodes/values.ts';
import { Command } from '../kit/command.ts';
import type { Outcome } from '../kit/outcome.ts';
import type { SegmentId } from '../transcripts/values.ts';
import type { EntityId } from '../vocabulary/values.ts';
import type {
  ApprovalScope,
  CandidateId,
  CandidateStatus,
  DiscoveryBatchId,
  Finding,
  RejectionScope,
} from './values.ts';

/** A name that stands in the transcript by the matching rule and that the episode's vocabulary does not find. */
export interface FoundCandidate {
  readonly name: string;
  /** Name of a category, which need not exist. */
  readonly type: string;
  /** "0.80". */
  readonly confidence: string;
  readonly suggestedUrl: string | null;
  /** Where it stands when it was found; numbers that people see are counted from the texts of now. */
  readonly segmentIds: readonly SegmentId[];
}

/** A line of the output of a batch. */
export interface DiscoveryLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
}

export interface EpisodeToSearch {
  readonly episodeUuid: EpisodeUuid;
  readonly batchId: DiscoveryBatchId | null;
  readonly onLine?: (line: DiscoveryLine) => void;
  readonly signal?: AbortSignal;
}

export interface DiscoveryReport {
  readonly finding: Finding;
  /** Recorded as new candidates. */
  readonly proposed: number;
  /** Names that a finder gave and that were left out: without a match, known already, rejected before. */
  readonly dropped: { readonly unmatched: number; readonly known: number; readonly rejected: number };
  /** Parts of the transcript whose answer could not be used, out of all parts. */
  readonly failedParts: number;
  readonly parts: number;
  /** Of the last event recorded; null when there was nothing to record. */
  readonly position: bigint | null;
}

/**
 * Finds candidates in an episode's transcript and records them. Refused: episode-unknown, episode-removed, series-removed;
 * invalid when it has no transcript; and model-… when the service refuses or cannot be used.
 */
export class DiscoverEntities extends Command<EpisodeToSearch, DiscoveryReport> {}

export interface RecordedCandidates {
  readonly outcome: Outcome;
  readonly proposed: number;
  /** Left out, because people rejected or approved the name before. */
  readonly rejected: number;
}

/** Records what was found. Reviewed candidates stay as they are. Refused: episode-unknown. */
export class RecordCandidates extends Command<
  { readonly episodeUuid: EpisodeUuid; readonly finding: Finding; readonly candidates: readonly FoundCandidate[] },
  RecordedCandidates
> {}

export type CandidateDecision =
  | {
      readonly type: 'approve';
      readonly scope: ApprovalScope;
      /** Null: as it is. */
      readonly name: string | null;
      readonly category: string | null;
      /** Null: as it is. */
      readonly url: string | null;
      readonly notes: string | null;
      /** The entity that the name is another name of. */
      readonly into: EntityId | null;
    }
  | { readonly type: 'reject'; readonly scope: RejectionScope; readonly notes: string | null }
  | { readonly type: 'correct-type'; readonly category: string }
  | {
      readonly type: 'edit';
      /** Undefined: as it is. */
      readonly name?: string | undefined;
      readonly category?: string | undefined;
      readonly status?: CandidateStatus | undefined;
      /** Null removes it. */
      readonly url?: string | null | undefined;
    };

export interface DecidedCandidates {
  readonly position: bigint | null;
  readonly changed: number;
  readonly failed: readonly { readonly id: CandidateId; readonly code: ErrorCode; readonly why: string }[];
}

/**
 * Decides about candidates, in one append per episode, and does what follows in the vocabulary before it answers.
 * `expected`: candidates of another status are left as they are; null: whatever it is.
 */
export class DecideCandidates extends Command<
  {
    readonly candidateIds: readonly CandidateId[];
    readonly expected: readonly CandidateStatus[] | null;
    readonly decision: CandidateDecision;
  },
  DecidedCandidates
> {}

/** Lets a name be proposed again. Refused: not-found. */
export class UnignoreName extends Command<{ readonly ignoredId: string }> {}

/** Searches many episodes, three at a time. Answers once the batch is recorded; the server does the rest. */
export class StartDiscoveryBatch extends Command<{ readonly episodeUuids: readonly EpisodeUuid[] }, StartedBatch> {}
export interface StartedBatch {
  readonly batchId: DiscoveryBatchId;
  readonly position: bigint | null;
}

/** Does nothing when it has ended. Refused: batch-unknown. */
export class CancelDiscoveryBatch extends Command<{ readonly batchId: DiscoveryBatchId }> {}
