import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { bringIntoView, isInView } from './row-scroll.ts';
import type { Marking } from './matches.ts';
import { rowAt } from './segment-rows.ts';

interface Walked {
  areaRef: RefObject<HTMLElement | null>;
  listRef: RefObject<HTMLElement | null>;
  marking: Marking | null;
  /** Index of the initial match, before any step. */
  firstAt: number;
  /** Whether the initial match is marked where it is: the reader has clicked it. */
  isFirstClicked?: boolean;
  /** Index of the initial match of readers who come back to where they read, and stay there; null for an arrival. */
  returnedAt: number | null;
  /** Class of the row with the current match. */
  rowClass: string;
  /** Called when a choice of the reader scrolls to a match; not for the choice of a link. */
  onArrive: () => void;
}

interface Walk {
  /** Key of the marking. */
  readonly key: string;
  /** Null for the initial match. */
  readonly at: number | null;
  /** False for what a link chose, also when its marks come after the page. */
  readonly isReaders: boolean;
}

/** Remembers the current match until something else is marked, and scrolls it into view. Stepping wraps at both ends. */
export function useMatchWalk({
  areaRef,
  listRef,
  marking,
  firstAt,
  isFirstClicked = false,
  returnedAt,
  rowClass,
  onArrive,
}: Walked) {
  const count = marking?.matches.length ?? 0;
  const key = marking?.key ?? '';
  const [walk, setWalk] = useState<Walk>({ key, at: null, isReaders: false });
  if (walk.key !== key) setWalk({ key, at: null, isReaders: true });
  const initial = walk.isReaders ? null : returnedAt;
  const at = Math.max(0, Math.min((walk.key === key ? walk.at : null) ?? initial ?? firstAt, count - 1));
  const currentIndex = marking?.matches[at]?.segmentIndex ?? null;
  const isInPlace = walk.at === null && (isFirstClicked || initial !== null);
  const arrived = useRef<{ readonly walk: Walk; readonly at: number } | null>(null);

  useLayoutEffect(() => {
    const row = listRef.current === null || currentIndex === null ? null : rowAt(listRef.current, currentIndex);
    row?.classList.add(rowClass);

    return () => row?.classList.remove(rowClass);
  }, [listRef, currentIndex, marking, rowClass]);

  useLayoutEffect(() => {
    if (areaRef.current === null || listRef.current === null || currentIndex === null) return;
    // The match may move when the page is refreshed, and the reader with it.
    if (arrived.current?.walk === walk && arrived.current.at === at) return;
    arrived.current = { walk, at };
    const row = rowAt(listRef.current, currentIndex);
    if (walk.isReaders) onArrive();
    if (row === null || isInPlace) return;
    // A link shows what it names in the upper third; stepping moves nothing that can be read already.
    if (!(walk.isReaders && isInView(areaRef.current, row))) bringIntoView(areaRef.current, row);
  }, [areaRef, listRef, currentIndex, walk, at, isInPlace, onArrive]);

  const step = useCallback(
    (by: 1 | -1) => setWalk({ key, at: (at + by + count) % Math.max(count, 1), isReaders: true }),
    [key, at, count],
  );
  const go = useCallback((to: number) => setWalk({ key, at: to, isReaders: true }), [key]);

  return { at, step, go };
}
