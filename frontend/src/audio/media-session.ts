import type { Player, PlayerState } from './player.ts';

const BACK_S = 15;
const FORWARD_S = 30;

/**
 * Shows the device what is playing and handles its media keys. Returns a function that disconnects. Does nothing where the
 * browser does not support media sessions.
 */
export function connectMediaSession(player: Player): () => void {
  const session = navigator.mediaSession;
  if (session === undefined) return () => undefined;
  let shown: PlayerState | null = null;
  const skip = (seconds: number) => player.seek(player.now() + seconds);
  const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', player.play],
    ['pause', player.pause],
    ['stop', player.pause],
    ['seekbackward', ({ seekOffset }) => skip(-(seekOffset ?? BACK_S))],
    ['seekforward', ({ seekOffset }) => skip(seekOffset ?? FORWARD_S)],
    ['seekto', ({ seekTime }) => seekTime !== undefined && player.seek(seekTime)],
  ];
  for (const [action, handler] of actions) session.setActionHandler(action, handler);

  const show = () => {
    const state = player.state();
    if (state.track?.episodeUuid !== shown?.track?.episodeUuid) session.metadata = metadataOf(state);
    session.playbackState = playbackStateOf(state);
    // The device advances the position itself; it only needs to know about jumps and changes of speed.
    if (isJump(shown, state) && state.duration > 0)
      session.setPositionState({
        duration: state.duration,
        position: Math.min(state.seconds, state.duration),
        playbackRate: state.speed,
      });
    shown = state;
  };
  show();

  return player.subscribe(show);
}

function metadataOf({ track }: PlayerState): MediaMetadata | null {
  if (track === null) return null;
  const artwork = track.imageUrl === null ? [] : [{ src: new URL(track.imageUrl, location.href).href }];

  return new MediaMetadata({ title: track.title, artist: track.podcastName, album: track.podcastName, artwork });
}

function playbackStateOf({ track, status, hasStarted }: PlayerState): MediaSessionPlaybackState {
  if (track === null || !hasStarted) return 'none';

  return status === 'playing' || status === 'buffering' ? 'playing' : 'paused';
}

const isJump = (before: PlayerState | null, now: PlayerState): boolean =>
  before === null ||
  before.status !== now.status ||
  before.speed !== now.speed ||
  before.duration !== now.duration ||
  Math.abs(before.seconds - now.seconds) > 2;
