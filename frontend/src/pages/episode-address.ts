import { useState } from 'react';
import { useLocation, useNavigation, useNavigationType, useSearchParams } from 'react-router-dom';

/** Parameters of the address: the editor that is open, and what is looked for in the transcript. */
export const EDIT = 'edit';
export const FIND = 'find';

export const EDITOR_TABS = ['transcript', 'entities', 'description'] as const;
export type EditorTab = (typeof EDITOR_TABS)[number];

/** The editor of this name; the first one when there is none. */
export const editorTabOf = (name: string | null): EditorTab =>
  EDITOR_TABS.find((tab) => tab === name) ?? EDITOR_TABS[0];

/**
 * Writes what is chosen on the page into its address, so that a reload and a link find it again; null takes a parameter out.
 * In place: Back leads out of the page, not through all that was chosen.
 */
export function useAddress(): (change: Readonly<Record<string, string | null>>) => void {
  const [, setParams] = useSearchParams();
  const isLeaving = useNavigation().state !== 'idle';

  return (change) => {
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
      // At once: what was clicked must not look as if it was not.
      { replace: true, preventScrollReset: true, flushSync: true },
    );
  };
}

/** The place of the history that the reader has come to; what the page writes into its own address makes no other. */
export function useArrival(): string {
  const { key } = useLocation();
  const isInPlace = useNavigationType() === 'REPLACE';
  const [arrival, setArrival] = useState(key);
  if (!isInPlace && arrival !== key) setArrival(key);

  return arrival;
}
