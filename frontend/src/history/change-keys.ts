import { useEffect } from 'react';
import type { RefObject } from 'react';
import { readPreferences } from '../kit/preferences.ts';

const ROW = '[data-change]';
const TYPING = 'input, textarea, select, [contenteditable="true"]';

/** j and k move through the changes, Enter opens the page of one, u offers to revert it. */
export function useChangeKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (list.current === null || !readPreferences().singleKeys || belongsElsewhere(event)) return;
      if (act(list.current, event)) event.preventDefault();
    };
    document.addEventListener('keydown', press);

    return () => document.removeEventListener('keydown', press);
  }, [list]);
}

/** Whether the key was handled. */
function act(list: HTMLElement, { key }: KeyboardEvent): boolean {
  const rows = [...list.querySelectorAll<HTMLElement>(ROW)];
  const current = document.activeElement?.closest<HTMLElement>(ROW) ?? null;
  const at = current === null ? -1 : rows.indexOf(current);
  switch (key) {
    case 'j':
      return focusOn(rows[at + 1]);
    case 'k':
      return focusOn(rows[Math.max(0, at - 1)]);
    case 'Enter':
      // A control inside the row keeps its own keys.
      return document.activeElement === current && press(current, '[data-place]');
    case 'u':
      return press(current, '[data-revert]');
    default:
      return false;
  }
}

function focusOn(row: HTMLElement | undefined): boolean {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });

  return row !== undefined;
}

function press(row: HTMLElement | null, control: string): boolean {
  const found = row?.querySelector<HTMLElement>(control) ?? null;
  found?.click();

  return found !== null;
}

function belongsElsewhere({ target }: KeyboardEvent): boolean {
  if (document.querySelector('[role="dialog"]') !== null) return true;

  return target instanceof Element && target.closest(TYPING) !== null;
}
