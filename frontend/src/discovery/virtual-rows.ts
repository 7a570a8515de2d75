import { useLayoutEffect, useRef, useState } from 'react';

/** Where nothing has a size, as in specs. */
const FALLBACK_PX = 600;
const OVERSCAN = 8;

/** Which rows of equal height are near the visible part of their box. Keeps row `current` in view when it changes. */
export function useVirtualRows(count: number, rowPx: number, current: number) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: FALLBACK_PX });

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight || FALLBACK_PX });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();

    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || current < 0) return;
    const height = element.clientHeight || FALLBACK_PX;
    const top = current * rowPx;
    // One more row shows what comes next.
    if (top < element.scrollTop + rowPx) element.scrollTop = Math.max(0, top - rowPx);
    else if (top + 2 * rowPx > element.scrollTop + height) element.scrollTop = top + 2 * rowPx - height;
    setView({ top: element.scrollTop, height });
  }, [current, rowPx]);

  const first = Math.max(0, Math.floor(view.top / rowPx) - OVERSCAN);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowPx) + OVERSCAN);

  return {
    box,
    onScroll: () =>
      box.current !== null && setView({ top: box.current.scrollTop, height: box.current.clientHeight || FALLBACK_PX }),
    first,
    last,
  };
}
