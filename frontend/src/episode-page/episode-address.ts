import { useState } from 'react';
import { useLocation, useNavigationType } from '../kit/router/routing.tsx';

/** Query parameters: the open editor, and the search text in the transcript. */
export const EDIT = 'edit';
export const FIND = 'find';

export const EDITOR_TABS = ['transcript', 'entities', 'description'] as const;
export type EditorTab = (typeof EDITOR_TABS)[number];

/** The editor with this name; the first editor when there is none. */
export const editorTabOf = (name: string | null): EditorTab =>
  EDITOR_TABS.find((tab) => tab === name) ?? EDITOR_TABS[0];

/** Key of the history entry that the reader arrived at; address changes by the page itself do not count as an arrival. */
export function useArrival(): string {
  const { key } = useLocation();
  const isInPlace = useNavigationType() === 'REPLACE';
  const [arrival, setArrival] = useState(key);
  if (!isInPlace && arrival !== key) setArrival(key);

  return arrival;
}
