import { failureReason } from './audio-failure.ts';
import { storePosition } from './positions.ts';
import { speedOf, storeSpeed } from './speeds.ts';
import { restoredVolume, steppedVolume } from './volume.ts';

/** An episode as the player knows it. */
export interface Track {
  readonly episodeUuid: string;
  readonly podcastUuid: string;
  readonly title: string;
  readonly podcastName: string;
  readonly imageUrl: string | null;
  /** Address of the audio. */
  readonly src: string;
  /** Path of the episode's page. */
  readonly path: string;
  /** Seconds, used until the file reports its own duration; null when unknown. */
  readonly expectedSeconds: number | null;
}

export interface PlayerState {
  readonly track: Track | null;
  readonly status: 'loading' | 'paused' | 'playing' | 'buffering' | 'failed';
  /** Whether this track has been played since it was loaded. */
  readonly hasStarted: boolean;
  readonly seconds: number;
  /** Seconds; 0 until known. */
  readonly duration: number;
  /** Why the audio cannot be played. */
  readonly failure: string | null;
  readonly speed: number;
  /** 0 is muted, 1 is full. */
  readonly volume: number;
}

/** The single player of the site. It keeps playing across page changes. */
export interface Player {
  readonly element: HTMLAudioElement;
  readonly state: () => PlayerState;
  readonly subscribe: (changed: () => void) => () => void;
  /** Loads the track at this position without playing it; null keeps the position of a track that is already loaded. */
  readonly load: (track: Track, atMs: number | null) => void;
  readonly play: () => void;
  readonly pause: () => void;
  readonly seek: (seconds: number) => void;
  readonly retry: () => void;
  /** Unloads the track. */
  readonly close: () => void;
  readonly setSpeed: (podcastUuid: string, speed: number) => void;
  /** Caps the speed temporarily; null lifts the cap. */
  readonly slowTo: (speed: number | null) => void;
  readonly setVolume: (volume: number) => void;
  readonly toggleMute: () => void;
  /** The exact current position in seconds; `state` lags by up to a quarter of a second. */
  readonly now: () => number;
}

const STORED_EVERY_S = 5;
/** Longer than the pauses of a slow host. */
const SILENCE_MS = 20_000;
const EMPTY: PlayerState = {
  track: null,
  status: 'loading',
  hasStarted: false,
  seconds: 0,
  duration: 0,
  failure: null,
  speed: 1,
  volume: 1,
};

export function makePlayer(): Player {
  const element = document.createElement('audio');
  element.preload = 'metadata';
  const listeners = new Set<() => void>();
  let state = EMPTY;
  let volumeBeforeMute: number | null = null;
  let storedAt = 0;
  let fastest = Infinity;
  // Audio that could not be loaded was never started, whoever asked for it.
  let isWanted = false;
  let silence: ReturnType<typeof setTimeout> | null = null;

  const change = (changes: Partial<PlayerState>) => {
    state = { ...state, ...changes };
    listenForSilence();
    for (const listener of listeners) listener();
  };
  const keepPosition = () => {
    if (state.track === null || !state.hasStarted) return;
    storedAt = element.currentTime;
    storePosition(state.track.episodeUuid, element.ended ? 0 : element.currentTime * 1000);
  };
  const fail = (failure: string) => change({ status: 'failed', failure: state.failure ?? failure });
  /** Browsers wait without end for a host that stops sending, and for the rest of a file that ends early. */
  const listenForSilence = () => {
    const isWaiting = state.status === 'buffering';
    if (!isWaiting && silence !== null) clearTimeout(silence);
    if (!isWaiting) silence = null;
    else silence ??= setTimeout(() => fail('Its host has sent nothing for 20 seconds.'), SILENCE_MS);
  };
  const restingStatus = () => (element.paused ? 'paused' : 'playing');
  const on = (name: string, listener: () => void) =>
    element.addEventListener(name, () => {
      if (state.track !== null) listener();
    });

  on('loadedmetadata', () =>
    change({
      status: restingStatus(),
      duration: durationOf(element, state),
      seconds: element.currentTime,
      failure: null,
    }),
  );
  on('durationchange', () => change({ duration: durationOf(element, state) }));
  on('timeupdate', () => {
    if (element.readyState === 0) return;
    if (Math.abs(element.currentTime - storedAt) >= STORED_EVERY_S) keepPosition();
    change({ seconds: element.currentTime });
  });
  on('seeking', () => change({ seconds: element.currentTime }));
  on('play', () =>
    change({ status: element.readyState < 3 ? 'buffering' : 'playing', hasStarted: true, failure: null }),
  );
  on('playing', () => change({ status: 'playing', failure: null }));
  on('waiting', () => change({ status: element.paused ? 'paused' : 'buffering' }));
  on('progress', () => {
    if (silence !== null) clearTimeout(silence);
    silence = null;
    listenForSilence();
  });
  on('canplay', () => change({ status: restingStatus(), failure: null }));
  on('pause', () => {
    keepPosition();
    if (state.status !== 'failed') change({ status: 'paused' });
  });
  on('ended', () => {
    keepPosition();
    change({ status: 'paused' });
  });
  addEventListener('pagehide', keepPosition);
  on('error', () => fail(failureReason(element.error?.code ?? null)));

  const seek = (seconds: number) => {
    const last = state.duration > 0 ? state.duration : Infinity;
    const at = Math.min(Math.max(seconds, 0), last);
    element.currentTime = at;
    // The element does not report every jump: before it has loaded, it reports none.
    change({ seconds: at });
  };
  const play = () => {
    isWanted = true;
    element.play().catch((error: unknown) => {
      // Pausing before the audio has started is not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      fail(error instanceof Error ? error.message : String(error));
    });
  };
  const setRate = (speed: number) => {
    const rate = Math.min(speed, fastest);
    element.defaultPlaybackRate = rate;
    element.playbackRate = rate;
  };
  const setVolume = (wanted: number) => {
    const volume = steppedVolume(wanted);
    element.volume = volume;
    element.muted = volume === 0;
    change({ volume });
  };

  return {
    element,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);

      return () => listeners.delete(listener);
    },
    load: (track, atMs) => {
      if (state.track?.episodeUuid === track.episodeUuid && state.track.src === track.src) {
        state = { ...state, track };
        return atMs === null ? change({}) : seek(atMs / 1000);
      }
      keepPosition();
      const speed = speedOf(track.podcastUuid);
      const seconds = (atMs ?? 0) / 1000;
      state = { ...EMPTY, volume: state.volume, speed, track, seconds, duration: track.expectedSeconds ?? 0 };
      isWanted = false;
      element.src = track.src;
      setRate(speed);
      element.currentTime = seconds;
      storedAt = seconds;
      change({});
    },
    play,
    pause: () => {
      isWanted = false;
      element.pause();
    },
    seek,
    retry: () => {
      const { seconds } = state;
      change({ status: 'loading', failure: null });
      element.load();
      element.currentTime = seconds;
      if (isWanted) play();
    },
    close: () => {
      keepPosition();
      element.pause();
      element.removeAttribute('src');
      element.load();
      state = { ...EMPTY, volume: state.volume };
      change({});
    },
    setSpeed: (podcastUuid, speed) => {
      storeSpeed(podcastUuid, speed);
      if (state.track?.podcastUuid !== podcastUuid) return change({});
      setRate(speed);
      change({ speed });
    },
    slowTo: (speed) => {
      fastest = speed ?? Infinity;
      setRate(state.speed);
    },
    setVolume,
    toggleMute: () => {
      if (state.volume === 0) return setVolume(restoredVolume(volumeBeforeMute));
      volumeBeforeMute = state.volume;
      setVolume(0);
    },
    now: () => (element.readyState === 0 ? state.seconds : element.currentTime),
  };
}

const durationOf = (element: HTMLAudioElement, { track }: PlayerState): number =>
  Number.isFinite(element.duration) && element.duration > 0 ? element.duration : (track?.expectedSeconds ?? 0);
