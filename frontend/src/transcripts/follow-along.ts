import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Playback } from '../kit/playback.ts';
import { bringIntoBox, letGo } from './box-scroll.ts';
import { rowAt } from './segment-rows.ts';
import { segmentAt } from './timeline.ts';
import type { Timeline } from './timeline.ts';

const SCROLLING_KEYS = new Set(['PageUp', 'PageDown', 'ArrowUp', 'ArrowDown', 'Home', 'End', ' ']);

interface Followed {
  boxRef: RefObject<HTMLElement | null>;
  listRef: RefObject<HTMLElement | null>;
  timeline: Timeline;
  playback: Playback;
}

/**
 * Marks the segment being spoken by one class on its row and keeps it in view while following. The reader's own scrolling
 * ends following; only `follow` takes it up again. No row is rendered for this.
 */
export function useFollowAlong({ boxRef, listRef, timeline, playback }: Followed) {
  const [isPlaying, setPlaying] = useState(false);
  const [isFollowing, setFollowing] = useState(true);
  const following = useRef(true);
  const current = useRef<number | null>(null);

  const setBoth = useCallback((value: boolean) => {
    following.current = value;
    setFollowing(value);
  }, []);
  const release = useCallback(() => {
    if (boxRef.current !== null) letGo(boxRef.current);
    setBoth(false);
  }, [boxRef, setBoth]);
  const scrollToCurrent = useCallback(() => {
    if (boxRef.current === null || listRef.current === null || current.current === null) return;
    const row = rowAt(listRef.current, current.current);
    if (row !== null) bringIntoBox(boxRef.current, row);
  }, [boxRef, listRef]);
  const follow = useCallback(() => {
    setBoth(true);
    scrollToCurrent();
  }, [setBoth, scrollToCurrent]);

  useEffect(() => {
    let frame = 0;
    const mark = (index: number | null, isOn: boolean) => {
      const row = listRef.current === null || index === null ? null : rowAt(listRef.current, index);
      row?.classList.toggle('is-current', isOn);
      if (isOn) row?.setAttribute('aria-current', 'true');
      else row?.removeAttribute('aria-current');
    };
    const show = () => {
      const index = segmentAt(timeline, playback.nowMs());
      if (index === current.current) return;
      mark(current.current, false);
      mark(index, true);
      current.current = index;
      if (following.current && playback.isPlaying()) scrollToCurrent();
    };
    const tick = () => {
      show();
      frame = playback.isPlaying() ? requestAnimationFrame(tick) : 0;
    };
    const unsubscribe = playback.subscribe(() => {
      setPlaying(playback.isPlaying());
      if (frame === 0) tick();
    });
    if (playback.isPlaying() || playback.nowMs() > 0) tick();

    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
      mark(current.current, false);
      current.current = null;
    };
  }, [listRef, timeline, playback, scrollToCurrent]);

  useEffect(() => {
    const element = boxRef.current;
    if (element === null) return undefined;
    const ended = new AbortController();
    const options = { signal: ended.signal, passive: true };
    element.addEventListener('wheel', release, options);
    element.addEventListener('touchmove', release, options);
    // The scroll bar belongs to the box itself.
    element.addEventListener('pointerdown', ({ target }) => target === element && release(), options);
    element.addEventListener('keydown', ({ key }) => SCROLLING_KEYS.has(key) && release(), options);

    return () => ended.abort();
  }, [boxRef, release]);

  return { isPlaying, isFollowing, follow, release };
}
