import { useCallback, useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { useScrollLines } from '../kit/router/routing.tsx';
import type { ScrollLine, ScrollPlace } from '../kit/router/scroll-places.ts';
import { bringBack, offsetOf } from './row-scroll.ts';
import { rowAt, topRowIndex } from './segment-rows.ts';

interface ReadingPlace {
  areaRef: RefObject<HTMLElement | null>;
  listRef: RefObject<HTMLElement | null>;
  segments: readonly { readonly id: string }[];
  /** Null for an arrival. */
  returnTo: ScrollPlace | null;
}

/**
 * Brings readers who come back to the line that they left: pixels would lead elsewhere, since the heights of rows that have
 * not been drawn are estimated.
 */
export function useReadingPlace({ areaRef, listRef, segments, returnTo }: ReadingPlace) {
  const lineInView = useCallback((): ScrollLine | null => {
    const { current: area } = areaRef;
    const { current: list } = listRef;
    if (area === null || list === null || offsetOf(area, list) >= 0) return null;
    const index = topRowIndex(area, list);
    const row = rowAt(list, index);
    const id = segments[index]?.id;

    return row === null || id === undefined ? null : { id, offset: offsetOf(area, row) };
  }, [areaRef, listRef, segments]);
  useScrollLines(lineInView);
  const line = returnTo?.line ?? null;
  // Where the line stands when the page is shown: a later edit does not bring the reader there again.
  const [found, setFound] = useState({ line, index: indexOf(segments, line) });
  if (found.line !== line) setFound({ line, index: indexOf(segments, line) });
  const { index } = found;
  useLayoutEffect(() => {
    const row = listRef.current === null || index === null ? null : rowAt(listRef.current, index);
    if (areaRef.current !== null && row !== null && line !== null) bringBack(areaRef.current, row, line.offset);
  }, [areaRef, listRef, index, line]);

  return {
    lineInView,
    /** Index of the segment that the reader comes back to; null when there is none. */
    returnedIndex: index,
  };
}

function indexOf(segments: ReadingPlace['segments'], line: ScrollLine | null): number | null {
  const index = line === null ? -1 : segments.findIndex(({ id }) => id === line.id);

  return index === -1 ? null : index;
}
