import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { bringIntoBox, isInView } from './box-scroll.ts';
import type { Marking } from './matches.ts';
import { rowAt } from './segment-rows.ts';

interface Walked {
  boxRef: RefObject<HTMLElement | null>;
  listRef: RefObject<HTMLElement | null>;
  marking: Marking | null;
  /** Index of the initial match, before any step. */
  firstAt: number;
  /** Class of the row with the current match. */
  rowClass: string;
  /** Called when a choice of the reader scrolls to a match; not for the choice of a link. */
  onArrive: () => void;
}

/** Remembers the current match until something else is marked, and scrolls it into the box. Stepping wraps at both ends. */
export function useMatchWalk({ boxRef, listRef, marking, firstAt, rowClass, onArrive }: Walked) {
  const count = marking?.matches.length ?? 0;
  const key = marking?.key ?? '';
  const [walked, setWalked] = useState<{ key: string; at: number | null }>({ key, at: null });
  if (walked.key !== key) setWalked({ key, at: null });
  const at = Math.max(0, Math.min((walked.key === key ? walked.at : null) ?? firstAt, count - 1));
  const currentIndex = marking?.matches[at]?.segmentIndex ?? null;
  const isFirst = useRef(true);

  useLayoutEffect(() => {
    const row = listRef.current === null || currentIndex === null ? null : rowAt(listRef.current, currentIndex);
    row?.classList.add(rowClass);

    return () => row?.classList.remove(rowClass);
  }, [listRef, currentIndex, marking, rowClass]);

  useLayoutEffect(() => {
    if (boxRef.current === null || listRef.current === null || currentIndex === null) return;
    const row = rowAt(listRef.current, currentIndex);
    if (!isFirst.current) onArrive();
    if (row !== null && !isInView(boxRef.current, row)) bringIntoBox(boxRef.current, row);
  }, [boxRef, listRef, key, currentIndex, at, onArrive]);

  useEffect(() => {
    isFirst.current = false;
  }, []);

  const step = useCallback(
    (by: 1 | -1) => setWalked({ key, at: (at + by + count) % Math.max(count, 1) }),
    [key, at, count],
  );
  const go = useCallback((to: number) => setWalked({ key, at: to }), [key]);

  return { at, step, go };
}
