import type { Playback } from '../kit/playback.ts';

export interface AudioPlayback extends Playback {
  /** Takes the audio element into use; null lets it go. */
  readonly attach: (element: HTMLAudioElement | null) => void;
  readonly element: () => HTMLAudioElement | null;
  /** Plays; what the browser refuses is handed to `onRefused`. */
  readonly play: () => void;
  readonly onRefused: (listener: (reason: string) => void) => void;
}

const EVENTS = ['play', 'pause', 'ended', 'seeked'] as const;

/** Playback of the one audio element of a page. Asked before an element is there, it remembers where to start. */
export function makeAudioPlayback(): AudioPlayback {
  let audio: HTMLAudioElement | null = null;
  let cuedMs: number | null = null;
  let refused: (reason: string) => void = () => undefined;
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };

  const cue = (ms: number) => {
    if (audio === null) cuedMs = ms;
    else audio.currentTime = ms / 1000;
    // Not every jump is reported by the element: none is before it has loaded.
    changed();
  };
  const play = () => {
    audio?.play().catch((error: unknown) => {
      // A pause that comes before the audio has started is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      refused(error instanceof Error ? error.message : String(error));
    });
  };

  return {
    attach: (element) => {
      for (const name of EVENTS) audio?.removeEventListener(name, changed);
      audio = element;
      for (const name of EVENTS) audio?.addEventListener(name, changed);
      if (audio === null || cuedMs === null) return;
      audio.currentTime = cuedMs / 1000;
      cuedMs = null;
    },
    element: () => audio,
    play,
    onRefused: (listener) => {
      refused = listener;
    },
    nowMs: () => (audio === null ? (cuedMs ?? 0) : audio.currentTime * 1000),
    isPlaying: () => audio !== null && !audio.paused && !audio.ended,
    playFrom: (ms) => {
      cue(ms);
      play();
    },
    cue,
    subscribe: (listener) => {
      listeners.add(listener);

      return () => listeners.delete(listener);
    },
  };
}
