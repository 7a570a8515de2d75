/** What a change of one stream recorded. */
export interface Outcome {
  /** Position of the last event recorded; null when there was nothing to do. */
  readonly position: bigint | null;
  /** Types of what was recorded, in order. */
  readonly types: readonly string[];
  readonly eventIds: readonly string[];
  /** Revision of the stream that the change was decided on; -1: there was no stream. */
  readonly revision: number;
}
