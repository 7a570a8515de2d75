import { useRef } from 'react';
import { late } from '../ui/late.tsx';
import { useDock, useHasPagePlayer } from './dock.ts';
import { usePlayerState } from './player-context.tsx';

const MiniPlayer = late(async () => (await import('./mini-player.tsx')).MiniPlayer);

/** The mini player at the bottom of every page that has no player of its own. */
export function PlayerDock() {
  const hasStarted = usePlayerState(({ track, hasStarted: isStarted }) => track !== null && isStarted);
  const hasPagePlayer = useHasPagePlayer();

  return hasStarted && !hasPagePlayer ? <Docked /> : null;
}

function Docked() {
  const ref = useRef<HTMLDivElement>(null);
  useDock(ref, false);

  return (
    <div ref={ref} className="dock sticky bottom-0 z-20">
      <MiniPlayer className="pb-[env(safe-area-inset-bottom)]" />
    </div>
  );
}
