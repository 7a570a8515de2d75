import { useEffect } from 'react';
import type { RefObject } from 'react';
import { readPreferences } from '../kit/preferences.ts';

const TYPING = 'input, textarea, select, [contenteditable="true"]';

/** The key `/` focuses this field, except while the reader types elsewhere, has a dialog open or has turned single keys off. */
export function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (key !== '/' || ctrlKey || metaKey || altKey || event.defaultPrevented || !readPreferences().singleKeys)
        return;
      if (target instanceof Element && target.closest(TYPING) !== null) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', press);

    return () => document.removeEventListener('keydown', press);
  }, [field]);
}
