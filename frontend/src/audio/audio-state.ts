import { useLayoutEffect, useState } from 'react';
import type { AudioPlayback } from './audio-playback.ts';
import { failureReason } from './audio-failure.ts';

export interface AudioState {
  readonly status: 'loading' | 'paused' | 'playing' | 'buffering' | 'failed';
  /** Seconds. */
  readonly time: number;
  /** Seconds; 0 until known. */
  readonly duration: number;
  readonly failure: string | null;
}

const FIRST: AudioState = { status: 'loading', time: 0, duration: 0, failure: null };

/** What the element is doing. Times come about four times a second: enough for a clock, too rare for following text. */
export function useAudioState(playback: AudioPlayback): AudioState {
  const [state, setState] = useState(FIRST);

  useLayoutEffect(() => {
    const audio = playback.element();
    if (audio === null) return undefined;
    const ended = new AbortController();
    const on = (name: string, change: () => Partial<AudioState>) =>
      audio.addEventListener(name, () => setState((known) => ({ ...known, ...change() })), { signal: ended.signal });
    const restingStatus = () => (audio.paused ? 'paused' : 'playing');

    on('loadedmetadata', () => ({
      status: restingStatus(),
      duration: audio.duration,
      time: audio.currentTime,
      failure: null,
    }));
    on('durationchange', () => ({ duration: Number.isFinite(audio.duration) ? audio.duration : 0 }));
    on('timeupdate', () => ({ time: audio.currentTime }));
    on('seeking', () => ({ time: audio.currentTime }));
    on('play', () => ({ status: 'playing', failure: null }));
    on('playing', () => ({ status: 'playing' }));
    on('waiting', () => ({ status: 'buffering' }));
    on('canplay', () => ({ status: restingStatus() }));
    on('pause', () => ({ status: 'paused' }));
    on('ended', () => ({ status: 'paused' }));
    on('error', () => ({ status: 'failed', failure: failureReason(audio.error?.code ?? null) }));
    playback.onRefused((reason) =>
      setState((known) => (known.failure === null ? { ...known, status: 'failed', failure: reason } : known)),
    );

    return () => ended.abort();
  }, [playback]);

  return state;
}
