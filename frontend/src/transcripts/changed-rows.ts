import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';
import { rowAt } from './segment-rows.ts';

/** Gives the rows of these segments the class `is-changed`, without re-rendering any row. */
export function useChangedRows(
  listRef: RefObject<HTMLElement | null>,
  segments: readonly { readonly id: string }[],
  changed: ReadonlySet<string> | null,
): void {
  useLayoutEffect(() => {
    const { current: list } = listRef;
    if (list === null || changed === null) return undefined;
    const rows = segments.flatMap(({ id }, index) => (changed.has(id) ? [rowAt(list, index)] : []));
    for (const row of rows) row?.classList.add('is-changed');

    return () => {
      for (const row of rows) row?.classList.remove('is-changed');
    };
  }, [listRef, segments, changed]);
}
