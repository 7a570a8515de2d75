/** What a page may ask of the audio that plays on it. All times are milliseconds from the start of the audio. */
export interface Playback {
  readonly nowMs: () => number;
  readonly isPlaying: () => boolean;
  /** Goes there and plays. */
  readonly playFrom: (ms: number) => void;
  /** Goes there and leaves playing as it is. */
  readonly cue: (ms: number) => void;
  /** Calls back after play, pause, end and every jump; returns what ends it. */
  readonly subscribe: (changed: () => void) => () => void;
}
