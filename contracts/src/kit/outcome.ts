import type { EventId } from './event.ts';

/** What a change of one stream recorded. */
export interface Outcome {
  /** Position of the last event recorded; null when there was nothing to do. */
  readonly position: bigint | null;
  /** Types of the recorded events, in order. */
  readonly types: readonly string[];
  readonly eventIds: readonly EventId[];
  /** Revision of the stream on which the change was decided; -1: the stream did not exist. */
  readonly revision: number;
}
