import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import './dock.css';

const listeners = new Set<() => void>();
let pagePlayers = 0;

const countPagePlayers = (by: 1 | -1): void => {
  pagePlayers += by;
  for (const listener of listeners) listener();
};

/**
 * Tells the page how much of its bottom edge the element covers, as `--dock`: floating things stay clear of it, and what
 * gets the focus is not hidden behind it. The element has the class `dock`. `isOfPage`: the page has a player of its own, so that no other is docked.
 */
export function useDock(ref: RefObject<HTMLElement | null>, isOfPage: boolean): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--dock', `${element.offsetHeight}px`));
    observer.observe(element);
    if (isOfPage) countPagePlayers(1);

    return () => {
      observer.disconnect();
      style.removeProperty('--dock');
      if (isOfPage) countPagePlayers(-1);
    };
  }, [ref, isOfPage]);
}

/** Whether the page on screen has a player of its own. */
export const useHasPagePlayer = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);

      return () => listeners.delete(changed);
    },
    () => pagePlayers > 0,
  );
