import { useState } from 'react';
import { useLocation, useNavigationType, usePlaceOfReturn } from '../kit/router/routing.tsx';
import type { ScrollPlace } from '../kit/router/scroll-places.ts';

/** Query parameters: the open editor, and the search text in the transcript. */
export const EDIT = 'edit';
export const FIND = 'find';

export const EDITOR_TABS = ['transcript', 'entities', 'description'] as const;
export type EditorTab = (typeof EDITOR_TABS)[number];

/** The editor with this name; the first editor when there is none. */
export const editorTabOf = (name: string | null): EditorTab =>
  EDITOR_TABS.find((tab) => tab === name) ?? EDITOR_TABS[0];

/** How the reader came to the page; address changes by the page itself do not count as an arrival. */
export interface PageArrival {
  /** Of the history entry. */
  readonly key: string;
  /** Where they left the page, if they come back to it; null otherwise. */
  readonly returnTo: ScrollPlace | null;
}

export function useArrival(): PageArrival {
  const { key } = useLocation();
  const returnTo = usePlaceOfReturn();
  const isInPlace = useNavigationType() === 'REPLACE';
  const [arrival, setArrival] = useState({ key, returnTo });
  if (!isInPlace && arrival.key !== key) setArrival({ key, returnTo });

  return arrival;
}
