import { uuidFrom } from '../kit/uuid.ts';
import type { EpisodeUuid } from '../episodes/values.ts';
import { Command } from '../kit/command.ts';
import { RunId } from './values.ts';

export interface RunToStart {
  readonly episodeUuid: EpisodeUuid;
  readonly skipTranscription: boolean;
  readonly batchId: string | null;
}

/** Derived, so that two starts at the same time mean the same run. `number`: of the runs of the episode, from 1. */
export const runIdOf = (episodeUuid: EpisodeUuid, number: number): RunId =>
  uuidFrom(episodeUuid, `run ${number}`, RunId);

/** Queues a run, or answers the one that is open already. Refused: episode-unknown, episode-removed, series-removed. */
export class StartRun extends Command<
  RunToStart,
  { readonly runId: RunId; readonly isNew: boolean; readonly position: bigint | null }
> {}

/**
 * Has new episodes of a followed podcast processed, as far as AUTO_PROCESS says. Those that were processed before are left
 * alone, and of a whole back catalogue all but the newest. Answers how many runs were queued.
 */
export class ProcessNewEpisodes extends Command<{ readonly episodeUuids: readonly EpisodeUuid[] }, number> {}

/** Ends it at once. Changes nothing when it has ended. Refused: run-unknown. */
export class CancelRun extends Command<{ readonly runId: RunId }> {}
/**
 * Continues it from the step that failed, or from an earlier one. Refused: run-unknown, run-in-progress (also when the
 * episode has a later run), invalid.
 */
export class RetryRun extends Command<{ readonly runId: RunId; readonly fromStep: number | null }> {}
