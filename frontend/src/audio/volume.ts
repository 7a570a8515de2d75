const RESTORED_WHEN_UNKNOWN = 0.5;

/** Volume after unmuting: the earlier level, or one half when that was silent or is unknown. Range 0 to 1. */
export const restoredVolume = (earlier: number | null): number =>
  earlier === null || earlier <= 0 ? RESTORED_WHEN_UNKNOWN : Math.min(earlier, 1);

/** Nearest tenth between 0 and 1. */
export const steppedVolume = (volume: number): number => Math.min(1, Math.max(0, Math.round(volume * 10) / 10));
