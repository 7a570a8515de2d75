import { useCallback } from 'react';
import { useIsLeaving, useSearchParams } from './router/routing.tsx';

/** `push`: Back returns to the previous choice. `replace`: Back leaves the page instead of stepping through every choice. */
type AddressChange = (change: Readonly<Record<string, string | null>>, how?: 'push' | 'replace') => void;

/** Writes choices on a page into its address, so that reloads and links restore them; null removes a parameter. */
export function useAddress(): AddressChange {
  const [, setParams] = useSearchParams();
  const isLeaving = useIsLeaving();

  return useCallback(
    (change, how = 'replace') => {
      // Do not interrupt a navigation to another page.
      if (isLeaving()) return;
      setParams(
        (known) => {
          const next = new URLSearchParams(known);
          for (const [name, value] of Object.entries(change))
            if (value === null) next.delete(name);
            else next.set(name, value);

          return next;
        },
        // Synchronous, so that a click shows its effect and the next one may come before a transition ends.
        { replace: how === 'replace', preventScrollReset: true, flushSync: true },
      );
    },
    [setParams, isLeaving],
  );
}
