import { useEffect } from 'react';
import type { RefObject } from 'react';
import type { HuedSpan } from './all-marks.ts';
import { canPaint, paintAll, paintLayer } from './marking-paint.ts';
import type { Marking } from './matches.ts';

interface Painted {
  /** The segments in the rows; a change repaints them. */
  segments: readonly unknown[];
  layer: readonly HuedSpan[] | null;
  marking: Marking | null;
  /** Index of its current match. */
  at: number;
  find: Marking | null;
  foundAt: number;
}

/** Highlights the selection, the search matches and, on request, all entities, without changing the document. */
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
