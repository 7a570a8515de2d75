import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { connectMediaSession } from './media-session.ts';
import { makePlayer } from './player.ts';
import type { Player, PlayerState } from './player.ts';

const PlayerContext = createContext<Player | null>(null);

/** The player of the site. Throws when used outside the provider. */
export function usePlayer(): Player {
  const player = useContext(PlayerContext);
  if (player === null) throw new Error('usePlayer must be used within a PlayerProvider');

  return player;
}

/** Selects part of the player's state; the calling component re-renders when it changes. */
export function usePlayerState<Part extends string | number | boolean | object | null>(
  select: (state: PlayerState) => Part,
): Part {
  const player = usePlayer();

  return useSyncExternalStore(player.subscribe, () => select(player.state()));
}

/** Holds the single audio element, above all pages. */
export function PlayerProvider({ children }: { children: ReactNode }) {
  const [player] = useState(makePlayer);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    place.current?.append(player.element);

    return connectMediaSession(player);
  }, [player]);

  return (
    <PlayerContext value={player}>
      {children}
      <div ref={place} hidden />
    </PlayerContext>
  );
}
