import type { EpisodeUuid } from '../episodes/values.ts';
import { Command } from '../kit/command.ts';
import type { RunId } from './values.ts';

export interface RunToStart {
  readonly episodeUuid: EpisodeUuid;
  readonly skipTranscription: boolean;
  readonly batchId: string | null;
}

/** Queues a run, or answers the one that is open already. Refused: episode-unknown. */
export class StartRun extends Command<
  RunToStart,
  { readonly runId: RunId; readonly isNew: boolean; readonly position: bigint | null }
> {}

/** Ends it at once. Changes nothing when it has ended. */
export class CancelRun extends Command<{ readonly runId: RunId }> {}
/** Continues it from the step that failed, or from an earlier one. Refused: run-in-progress, invalid. */
export class RetryRun extends Command<{ readonly runId: RunId; readonly fromStep: number | null }> {}
