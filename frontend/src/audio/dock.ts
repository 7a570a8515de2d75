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
 * Publishes the height of the docked element as `--dock`, so that floating elements and focused elements stay clear of it.
 * The element has the class `dock`. `isPagePlayer`: the page has its own player, so no other one is docked.
 */
export function useDock(ref: RefObject<HTMLElement | null>, isPagePlayer: boolean): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--dock', `${element.offsetHeight}px`));
    observer.observe(element);
    if (isPagePlayer) countPagePlayers(1);

    return () => {
      observer.disconnect();
      style.removeProperty('--dock');
      if (isPagePlayer) countPagePlayers(-1);
    };
  }, [ref, isPagePlayer]);
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
