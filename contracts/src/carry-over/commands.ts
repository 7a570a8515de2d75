import type { EpisodeUuid } from '../episodes/values.ts';
import { Command } from '../kit/command.ts';
import type { CorrectionId } from './values.ts';

/** What the bus takes of an open carry-over, besides `CarryOverCorrections` of the transcripts. */
export type CarryOverCommand =
  | {
      readonly type: 'AcceptCorrection';
      readonly episodeUuid: EpisodeUuid;
      readonly correctionId: CorrectionId;
      /** Null: as proposed. */
      readonly text: string | null;
    }
  | { readonly type: 'DropCorrection'; readonly episodeUuid: EpisodeUuid; readonly correctionId: CorrectionId }
  | {
      readonly type: 'ConfirmCarryOver';
      readonly episodeUuid: EpisodeUuid;
      /** What becomes of the corrections that still wait; null: refused while one does. */
      readonly rest: 'accept' | 'drop' | null;
    }
  | { readonly type: 'CancelCarryOver'; readonly episodeUuid: EpisodeUuid };

/**
 * Decides about what waits. Answers the log position up to which it is recorded; null: nothing to do. Refused:
 * carry-over-unknown, correction-unknown, correction-decided, corrections-wait, invalid.
 */
export class ChangeCarryOver extends Command<CarryOverCommand, { readonly position: bigint | null }> {}
