import { useCallback, useEffect, useRef, useState } from 'react';

const NONE: ReadonlySet<number> = new Set();

/**
 * The chunks near the viewport, tracked while `isAsked`. Elements passed to `chunkRef` carry their number in `data-chunk`.
 */
export function useVisibleChunks(isAsked: boolean) {
  const [visible, setVisible] = useState(NONE);
  const chunks = useRef(new Set<HTMLElement>());

  useEffect(() => {
    if (!isAsked) return undefined;
    const observer = new IntersectionObserver(
      (entries) =>
        setVisible((known) => {
          const next = new Set(known);
          for (const { target, isIntersecting } of entries) {
            const at = Number(target instanceof HTMLElement ? target.dataset.chunk : NaN);
            if (isIntersecting) next.add(at);
            else next.delete(at);
          }

          return next;
        }),
      { rootMargin: '50%' },
    );
    for (const chunk of chunks.current) observer.observe(chunk);

    return () => {
      observer.disconnect();
      setVisible(NONE);
    };
  }, [isAsked]);

  const chunkRef = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    chunks.current.add(element);

    return () => {
      chunks.current.delete(element);
    };
  }, []);

  return { visible, chunkRef };
}
