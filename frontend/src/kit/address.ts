import { useCallback } from 'react';
import { useNavigation, useSearchParams } from 'react-router-dom';

/** `push`: Back leads to what was chosen before. `replace`: Back leads out of the page, not through all that was chosen. */
type AddressChange = (change: Readonly<Record<string, string | null>>, how?: 'push' | 'replace') => void;

/** Writes what is chosen on a page into its address, so that a reload and a link find it again; null takes a parameter out. */
export function useAddress(): AddressChange {
  const [, setParams] = useSearchParams();
  const isLeaving = useNavigation().state !== 'idle';

  return useCallback(
    (change, how = 'replace') => {
      // Whoever is on the way to another page is not called back.
      if (isLeaving) return;
      setParams(
        (known) => {
          const next = new URLSearchParams(known);
          for (const [name, value] of Object.entries(change))
            if (value === null) next.delete(name);
            else next.set(name, value);

          return next;
        },
        // At once: what was clicked must not look as if it was not, and the next click may come before a transition has ended.
        { replace: how === 'replace', preventScrollReset: true, flushSync: true },
      );
    },
    [setParams, isLeaving],
  );
}
