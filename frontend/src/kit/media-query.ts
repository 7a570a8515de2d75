import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window currently matches the media query. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);

      return () => list.removeEventListener('change', changed);
    },
    [query],
  );

  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
