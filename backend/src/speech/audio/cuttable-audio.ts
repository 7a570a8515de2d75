/** A stretch of sound that stays on the disk until it is sent. */
export interface AudioCut {
  /** Exact, in the whole sound. */
  readonly startMs: number;
  readonly endMs: number;
  readonly blob: Blob;
}

/** Sound that can be cut without decoding it. */
export interface CuttableAudio {
  readonly durationMs: number;
  /** The nearest place before this where it can be cut; exact. */
  borderAt(ms: number): number;
  /** How much must be sent for a stretch. */
  bytesBetween(fromMs: number, toMs: number): number;
  /** At the nearest possible places before these. */
  cut(fromMs: number, toMs: number): Promise<AudioCut>;
}
