import type { Playback } from '../kit/playback.ts';
import type { Player, PlayerState, Track } from './player.ts';
import { nextSpeed, speedOf } from './speeds.ts';

/** The audio of one episode, whether or not it is the one in the player. */
export interface EpisodeAudio extends Playback {
  readonly track: Track;
  readonly state: () => PlayerState;
  /** Loads it into the player, unless the player is in use for another episode. */
  readonly takeIn: () => void;
  readonly play: () => void;
  readonly toggle: () => void;
  /** Seconds; negative values skip backwards. */
  readonly skip: (seconds: number) => void;
  readonly retry: () => void;
  readonly setSpeed: (speed: number) => void;
  readonly stepSpeed: (direction: 1 | -1) => number;
  readonly setVolume: (volume: number) => void;
  readonly toggleMute: () => void;
}

/** While the player holds another episode, this one only remembers where to start; playing it takes over the player. */
export function makeEpisodeAudio(player: Player, track: Track): EpisodeAudio {
  let cuedMs = 0;
  let waiting: PlayerState | null = null;
  const listeners = new Set<() => void>();
  const isIn = () => player.state().track?.episodeUuid === track.episodeUuid;

  const state = (): PlayerState => {
    const playing = player.state();
    if (isIn()) return playing;
    const speed = speedOf(track.podcastUuid);
    // Keep the same object while nothing has changed; otherwise React would re-render forever.
    if (waiting?.seconds !== cuedMs / 1000 || waiting.volume !== playing.volume || waiting.speed !== speed)
      waiting = {
        track,
        status: 'paused',
        hasStarted: false,
        seconds: cuedMs / 1000,
        duration: track.expectedSeconds ?? 0,
        failure: null,
        speed,
        volume: playing.volume,
      };

    return waiting;
  };
  const nowMs = () => (isIn() ? player.now() * 1000 : cuedMs);
  const isPlaying = () => isIn() && !player.element.paused && !player.element.ended;
  const cue = (ms: number) => {
    if (isIn()) return player.seek(ms / 1000);
    cuedMs = Math.max(0, ms);
    for (const listener of listeners) listener();
  };
  const playFrom = (ms: number) => {
    player.load(track, ms);
    player.play();
  };
  const play = () => playFrom(nowMs());
  const pause = () => {
    if (isIn()) player.pause();
  };
  const setSpeed = (speed: number) => player.setSpeed(track.podcastUuid, speed);

  return {
    track,
    state,
    takeIn: () => {
      if (isIn()) player.load(track, null);
      else if (!player.state().hasStarted) player.load(track, cuedMs);
    },
    nowMs,
    isPlaying,
    playFrom,
    play,
    pause,
    cue,
    toggle: () => (isPlaying() ? pause() : play()),
    skip: (seconds) => cue(nowMs() + seconds * 1000),
    retry: player.retry,
    setSpeed,
    stepSpeed: (direction) => {
      const speed = nextSpeed(state().speed, direction);
      setSpeed(speed);

      return speed;
    },
    setVolume: player.setVolume,
    toggleMute: player.toggleMute,
    subscribe: (listener) => {
      listeners.add(listener);
      const unsubscribe = player.subscribe(listener);

      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    },
  };
}
