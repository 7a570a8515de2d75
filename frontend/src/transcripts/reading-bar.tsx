import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useStickyHeight } from '../kit/sticky-height.ts';
import './reading-bar.css';

/** The bar that stays above the rows while they are read; it has `data-stuck` while it does. */
export function ReadingBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const [isStuck, setStuck] = useState(false);
  useStickyHeight(bar, '--reading-bar');

  useEffect(() => {
    if (top.current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) =>
      setStuck(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < window.innerHeight / 2),
    );
    observer.observe(top.current);

    return () => observer.disconnect();
  }, []);

  return (
    <>
      <div ref={top} aria-hidden="true" className="reading-bar-top" />
      <div
        ref={bar}
        data-stuck={isStuck || undefined}
        className="reading-bar bg-surface border-line @container/reading border-b"
      >
        {children}
      </div>
    </>
  );
}
