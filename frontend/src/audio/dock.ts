import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

/**
 * Tells the page how much of its bottom edge the element covers, as `--dock`: floating things stay clear of it, and what
 * has the focus is not hidden behind it.
 */
export function useDock(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty('--dock', `${element.offsetHeight}px`);
      style.scrollPaddingBottom = `${element.offsetHeight + 8}px`;
    });
    observer.observe(element);

    return () => {
      observer.disconnect();
      style.removeProperty('--dock');
      style.removeProperty('scroll-padding-bottom');
    };
  }, [ref]);
}
