import { useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Parameters of the address: the editor that is open, and what is looked for in the transcript. */
export const EDIT = 'edit';
export const FIND = 'find';

export const EDITOR_TABS = ['transcript', 'entities', 'description'] as const;
export type EditorTab = (typeof EDITOR_TABS)[number];

/** The editor of this name; the first one when there is none. */
export const editorTabOf = (name: string | null): EditorTab =>
  EDITOR_TABS.find((tab) => tab === name) ?? EDITOR_TABS[0];

/** The place of the history that the reader has come to; what the page writes into its own address makes no other. */
export function useArrival(): string {
  const { key } = useLocation();
  const isInPlace = useNavigationType() === 'REPLACE';
  const [arrival, setArrival] = useState(key);
  if (!isInPlace && arrival !== key) setArrival(key);

  return arrival;
}
