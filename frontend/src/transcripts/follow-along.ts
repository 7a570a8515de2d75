import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Playback } from '../kit/playback.ts';
import { bringIntoView, letGo, placeOf } from './row-scroll.ts';
import type { Place } from './row-scroll.ts';
import { useReaderScrolls } from './reader-scrolls.ts';
import { rowAt } from './segment-rows.ts';
import { segmentAt } from './timeline.ts';
import type { Timeline } from './timeline.ts';

interface Followed {
  areaRef: RefObject<HTMLElement | null>;
  listRef: RefObject<HTMLElement | null>;
  timeline: Timeline;
  playback: Playback;
  /** Whether the reader prefers following from the start. */
  startsFollowing: boolean;
  /** Whether the reader comes back to where they read: the page stays there until the audio plays. */
  isReturn: boolean;
  /** Whether the reader is busy in a row, so that following must not begin by itself. */
  isHeld: () => boolean;
}

/** Marks the row as spoken or as the target of a link. Returns a function that removes the mark. */
export function markAsCurrent(row: HTMLElement): () => void {
  row.classList.add('is-current');
  row.setAttribute('aria-current', 'true');

  return () => {
    row.classList.remove('is-current');
    row.removeAttribute('aria-current');
  };
}

/** Why following stopped; null while it is on. */
export type Release = 'reader' | 'matches';

/**
 * Marks the segment being spoken with a class on its row, and keeps it in view while following. Any scrolling of the
 * reader stops following; `follow` or scrolling back to the line resumes it. No row is re-rendered for this.
 */
export function useFollowAlong(followed: Followed) {
  const { areaRef, listRef, timeline, playback, startsFollowing, isReturn, isHeld } = followed;
  const [isPlaying, setPlaying] = useState(playback.isPlaying());
  const [released, setReleased] = useState<Release | null>(startsFollowing ? null : 'reader');
  const [place, setPlace] = useState<Place>('here');
  const following = useRef(startsFollowing);
  const hasBeenAway = useRef(false);
  const stays = useRef(isReturn);
  const current = useRef<number | null>(null);

  const currentRow = useCallback(
    () => (listRef.current === null || current.current === null ? null : rowAt(listRef.current, current.current)),
    [listRef],
  );
  /** Updates where the line is, relative to what is in view. */
  const look = useCallback((): Place => {
    const row = currentRow();
    const seen = areaRef.current === null || row === null ? 'here' : placeOf(areaRef.current, row);
    if (seen !== 'here') hasBeenAway.current = true;
    setPlace(seen);

    return seen;
  }, [areaRef, currentRow]);
  const takeUp = useCallback(() => {
    following.current = true;
    setReleased(null);
  }, []);
  const release = useCallback(
    (why: Release) => {
      if (areaRef.current !== null) letGo(areaRef.current);
      // Scrolling back requires that the line was out of view before.
      if (following.current) hasBeenAway.current = false;
      following.current = false;
      setReleased(why);
      look();
    },
    [areaRef, look],
  );
  const scrollToCurrent = useCallback(() => {
    const row = currentRow();
    if (areaRef.current !== null && row !== null) bringIntoView(areaRef.current, row);
  }, [areaRef, currentRow]);
  const follow = useCallback(() => {
    takeUp();
    scrollToCurrent();
  }, [takeUp, scrollToCurrent]);

  useEffect(() => {
    let frame = 0;
    let unmark = (): void => undefined;
    const mark = () => {
      const row = currentRow();
      unmark();
      unmark = row === null ? () => undefined : markAsCurrent(row);
    };
    const show = () => {
      const index = segmentAt(timeline, playback.nowMs());
      if (index === current.current) return;
      current.current = index;
      mark();
      if (playback.isPlaying()) stays.current = false;
      if (following.current && !stays.current) scrollToCurrent();
      else look();
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
      unmark();
      current.current = null;
    };
  }, [timeline, playback, currentRow, scrollToCurrent, look]);

  useReaderScrolls(areaRef, {
    onTakeOver: useCallback(() => release('reader'), [release]),
    onScroll: useCallback(() => {
      if (!following.current) look();
    }, [look]),
    onSettled: useCallback(() => {
      if (following.current || !hasBeenAway.current || isHeld()) return;
      if (playback.isPlaying() && look() === 'here') takeUp();
    }, [look, playback, takeUp, isHeld]),
  });

  return { isPlaying, released, place, follow, release, currentIndex: useCallback(() => current.current, []) };
}
