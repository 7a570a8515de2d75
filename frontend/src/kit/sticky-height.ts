import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

/**
 * Publishes the height of an element that stays at the top of the window, so that whatever is scrolled to stands below it;
 * `base.css` adds it to the page's scroll padding.
 */
export function useStickyHeight(ref: RefObject<HTMLElement | null>, name: '--reading-bar' | '--past-banner'): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    const publish = () => style.setProperty(name, `${element.offsetHeight}px`);
    const observer = new ResizeObserver(publish);
    observer.observe(element);
    publish();

    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [ref, name]);
}
