import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';
import { rowAt } from './segment-rows.ts';

/** While a speaker is selected, gives all other rows the class `is-aside`, without re-rendering any row. */
export function useSpeakerFocus(
  listRef: RefObject<HTMLElement | null>,
  segments: readonly { readonly speaker: string }[],
  speaker: string | null,
): void {
  useLayoutEffect(() => {
    const { current: list } = listRef;
    if (list === null || speaker === null) return undefined;
    const aside = segments.flatMap((segment, index) => (segment.speaker === speaker ? [] : [rowAt(list, index)]));
    for (const row of aside) row?.classList.add('is-aside');

    return () => {
      for (const row of aside) row?.classList.remove('is-aside');
    };
  }, [listRef, segments, speaker]);
}
