import { useRef, useState } from 'react';
import type { PointerEvent } from 'react';

/** A shorter one returns to its place. */
const DECIDES_PX = 96;
/** Before it counts as a swipe and not as a tap or a scroll. */
const BEGINS_PX = 12;

interface SwipeUse {
  onRight: () => void;
  onLeft: () => void;
}

/** Moves a card with the finger; beyond a third of a phone's width it decides. Vertical moves scroll the page as ever. */
export function useSwipe({ onRight, onLeft }: SwipeUse) {
  const [offsetPx, setOffset] = useState(0);
  const start = useRef<{ id: number; x: number; y: number; isSwipe: boolean } | null>(null);
  const end = (event: PointerEvent<HTMLElement>, counts: boolean) => {
    const { current } = start;
    if (current?.id !== event.pointerId) return;
    start.current = null;
    const moved = event.clientX - current.x;
    setOffset(0);
    if (!counts || !current.isSwipe || Math.abs(moved) < DECIDES_PX) return;
    if (moved > 0) onRight();
    else onLeft();
  };

  return {
    offsetPx,
    /** Which way it would go if it were let go now. */
    leans: offsetPx >= DECIDES_PX ? ('right' as const) : offsetPx <= -DECIDES_PX ? ('left' as const) : null,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === 'mouse' || !event.isPrimary) return;
        if (event.target instanceof Element && event.target.closest('input, textarea, select') !== null) return;
        start.current = { id: event.pointerId, x: event.clientX, y: event.clientY, isSwipe: false };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const { current } = start;
        if (current?.id !== event.pointerId) return;
        const [x, y] = [event.clientX - current.x, event.clientY - current.y];
        if (!current.isSwipe && Math.abs(x) > BEGINS_PX && Math.abs(x) > 2 * Math.abs(y)) current.isSwipe = true;
        if (current.isSwipe) setOffset(x);
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
    },
  };
}
