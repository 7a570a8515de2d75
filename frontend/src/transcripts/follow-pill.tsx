import { ArrowDown, ArrowUp, LocateFixed } from 'lucide-react';
import type { Place } from './row-scroll.ts';
import type { Release } from './follow-along.ts';

const ICONS = { above: ArrowUp, below: ArrowDown, here: LocateFixed } as const;

interface FollowPillProps {
  /** Where the spoken line is, relative to what is in view. */
  place: Place;
  released: Release;
  onFollow: () => void;
}

/** A button that resumes following; its arrow points towards the spoken line. */
export function FollowPill({ place, released, onFollow }: FollowPillProps) {
  const Icon = ICONS[place];

  return (
    <div className="pointer-events-none sticky bottom-[calc(16px+var(--dock,0px))] -mt-13 mb-4 flex items-center justify-center gap-2 pointer-coarse:-mt-15">
      <output className="bg-raised text-ink-soft shadow-float rounded-full px-3 py-1.5 text-[13px] empty:hidden">
        {released === 'matches' && 'Not following while you go through matches'}
      </output>
      <button
        type="button"
        onClick={onFollow}
        className="bg-accent text-on-accent hover:bg-accent-strong shadow-float pointer-events-auto flex h-9 items-center gap-1.5 rounded-full px-4 text-[13px] font-medium pointer-coarse:h-11"
      >
        <Icon aria-hidden="true" className="size-4" />
        Follow
      </button>
    </div>
  );
}
