import { useEffect } from 'react';
import type { RefObject } from 'react';
import type { HuedSpan } from './all-marks.ts';
import { canPaint, paintAll, paintLayer } from './marking-paint.ts';
import type { Marking } from './matches.ts';

interface Painted {
  /** What the rows show: they are painted again when it changes. */
  segments: readonly unknown[];
  layer: readonly HuedSpan[] | null;
  marking: Marking | null;
  /** Which of its matches is the current one, from 0. */
  at: number;
  find: Marking | null;
  foundAt: number;
}

/** Marks in the rows what is chosen, what is looked for, and on demand everything else, without touching the document. */
export function usePainting(
  listRef: RefObject<HTMLElement | null>,
  { segments, layer, marking, at, find, foundAt }: Painted,
): void {
  useEffect(() => {
    if (listRef.current === null || layer === null || !canPaint()) return undefined;

    return paintAll(listRef.current, layer);
  }, [listRef, segments, layer]);

  useEffect(() => {
    if (listRef.current === null || marking === null || !canPaint()) return undefined;

    return paintLayer(listRef.current, { marking, at }, false);
  }, [listRef, segments, marking, at]);

  useEffect(() => {
    if (listRef.current === null || find === null || !canPaint()) return undefined;

    return paintLayer(listRef.current, { marking: find, at: foundAt }, true);
  }, [listRef, segments, find, foundAt]);
}
