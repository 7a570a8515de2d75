import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { bringIntoBox, isInView } from './box-scroll.ts';
import { canPaint, paint } from './marking-paint.ts';
import type { Marking } from './matches.ts';
import { rowAt } from './segment-rows.ts';

interface Walked {
  boxRef: RefObject<HTMLElement | null>;
  listRef: RefObject<HTMLElement | null>;
  marking: Marking | null;
  /** Which match is the current one before anybody has stepped, from 0. */
  firstAt: number;
  /** Called when the reader is taken to a match. */
  onArrive: () => void;
}

/** Marks the matches in the rows, remembers the current one and brings it into the box. Stepping wraps at both ends. */
export function useMatchWalk({ boxRef, listRef, marking, firstAt, onArrive }: Walked) {
  const [walked, setWalked] = useState({ key: '', at: 0 });
  const count = marking?.matches.length ?? 0;
  const key = marking?.key ?? '';
  const at = Math.max(0, Math.min(walked.key === key ? walked.at : firstAt, count - 1));
  const currentIndex = marking?.matches[at]?.segmentIndex ?? null;

  useEffect(() => {
    if (listRef.current === null || marking === null || !canPaint()) return undefined;

    return paint(listRef.current, marking, at);
  }, [listRef, marking, at]);

  useLayoutEffect(() => {
    const row = listRef.current === null || currentIndex === null ? null : rowAt(listRef.current, currentIndex);
    row?.classList.add('is-match');

    return () => row?.classList.remove('is-match');
  }, [listRef, currentIndex, marking]);

  useLayoutEffect(() => {
    if (boxRef.current === null || listRef.current === null || currentIndex === null) return;
    const row = rowAt(listRef.current, currentIndex);
    onArrive();
    if (row !== null && !isInView(boxRef.current, row)) bringIntoBox(boxRef.current, row);
  }, [boxRef, listRef, key, currentIndex, onArrive]);

  const step = useCallback(
    (by: 1 | -1) => setWalked({ key, at: (at + by + count) % Math.max(count, 1) }),
    [key, at, count],
  );

  return { at, step };
}
