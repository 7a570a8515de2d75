import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface WaitingRows {
  /** Rows whose decision is on its way: they take no other one. */
  readonly waiting: ReadonlySet<string>;
  /** The decision about this row is asked for: the focus goes on to the next row. */
  readonly begin: (id: string) => void;
  /** It was answered. `refresh` loads the list as it is now, after which the row may be decided again. */
  readonly end: (id: string, refresh: () => Promise<unknown>) => void;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Lets a reader decide about one row after the other without waiting for the answers. `elementId` names the focusable
 * element of a row; `fallback` takes the focus once the last row has disappeared.
 */
export function useWaitingRows(
  ids: readonly string[],
  elementId: (id: string) => string,
  fallback: () => HTMLElement | null,
): WaitingRows {
  const [waiting, setWaiting] = useState(NONE);
  const answered = useRef<string[]>([]);
  const refreshes = useRef(0);
  /** Whether the focus stayed in a decided row, for want of another one. */
  const isLast = useRef(false);
  const goOn = useEffectEvent(() => {
    if (!isLast.current || document.activeElement !== document.body) return;
    isLast.current = false;
    const next = ids.find((id) => !waiting.has(id));
    const element = next === undefined ? null : document.getElementById(elementId(next));
    (element ?? fallback())?.focus();
  });
  useEffect(() => goOn());
  useEffect(() => () => goOn(), []);

  return {
    waiting,
    begin: (id) => {
      setWaiting((known) => new Set([...known, id]));
      const at = ids.indexOf(id);
      const next = [...ids.slice(at + 1), ...ids.slice(0, at).toReversed()].find((one) => !waiting.has(one));
      isLast.current = next === undefined;
      if (next !== undefined) document.getElementById(elementId(next))?.focus();
    },
    end: (id, refresh) => {
      answered.current.push(id);
      refreshes.current += 1;
      const own = refreshes.current;
      void refresh().then(() => {
        // A later refresh has replaced this one, and the list is not yet as it is.
        if (own !== refreshes.current) return;
        const done = new Set(answered.current.splice(0));
        setWaiting((known) => new Set([...known].filter((one) => !done.has(one))));
      });
    },
  };
}
