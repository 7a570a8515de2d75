/** Controls the audio of one episode. All times are milliseconds from the start of the audio. */
export interface Playback {
  readonly nowMs: () => number;
  readonly isPlaying: () => boolean;
  /** Seeks and plays. */
  readonly playFrom: (ms: number) => void;
  readonly pause: () => void;
  /** Seeks without starting or stopping playback. */
  readonly cue: (ms: number) => void;
  /** Calls back after play, pause, end and every jump, and as time passes; returns a function to unsubscribe. */
  readonly subscribe: (changed: () => void) => () => void;
}
