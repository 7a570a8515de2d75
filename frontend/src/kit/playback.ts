/** What a page may ask of the audio of one episode. All times are milliseconds from the start of the audio. */
export interface Playback {
  readonly nowMs: () => number;
  readonly isPlaying: () => boolean;
  /** Goes there and plays. */
  readonly playFrom: (ms: number) => void;
  readonly pause: () => void;
  /** Goes there and leaves playing as it is. */
  readonly cue: (ms: number) => void;
  /** Calls back after play, pause, end and every jump, and as time goes by; returns what ends it. */
  readonly subscribe: (changed: () => void) => () => void;
}
