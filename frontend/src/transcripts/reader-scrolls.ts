import { useEffect } from 'react';
import type { RefObject } from 'react';
import { readPreferences } from '../kit/preferences.ts';
import { hasSelectionIn } from './row-click.ts';

const PAGE_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End']);
const LINE_KEYS = new Set(['ArrowUp', 'ArrowDown']);
// Scrolling counts as ended after this time without movement, since not every browser fires `scrollend`.
const REST_MS = 120;

interface ReaderScrolls {
  /** The reader turns the wheel, touches, presses a key that scrolls, drags the bar or selects text. */
  onTakeOver: () => void;
  /** The page has scrolled, for any reason. */
  onScroll: () => void;
  /** The reader's own scrolling has ended. */
  onSettled: () => void;
}

/** Distinguishes the reader's scrolling of the page from any other. All three callbacks must be stable. */
export function useReaderScrolls(
  areaRef: RefObject<HTMLElement | null>,
  { onTakeOver, onScroll, onSettled }: ReaderScrolls,
): void {
  useEffect(() => {
    const area = areaRef.current;
    if (area === null) return undefined;
    const ended = new AbortController();
    const options = { signal: ended.signal, passive: true };
    let isReaders = false;
    let isPressed = false;
    let rest = 0;
    const takeOver = () => {
      isReaders = true;
      onTakeOver();
    };
    const settle = () => {
      if (!isReaders || isPressed || hasSelectionIn(area)) return;
      isReaders = false;
      onSettled();
    };

    document.addEventListener('wheel', (event) => !event.ctrlKey && !isElsewhere(event) && takeOver(), options);
    document.addEventListener('touchmove', (event) => !isElsewhere(event) && takeOver(), options);
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        isPressed = true;
        // A press on the scroll bar targets the page itself.
        if (target === document.documentElement) takeOver();
      },
      options,
    );
    for (const name of ['pointerup', 'pointercancel'])
      window.addEventListener(
        name,
        () => {
          isPressed = false;
        },
        options,
      );
    document.addEventListener(
      'keydown',
      (event) => isPlain(event) && scrollsRows(event, area) && !isControl(event.target) && takeOver(),
      options,
    );
    document.addEventListener('selectionchange', () => hasSelectionIn(area) && takeOver(), options);
    document.addEventListener(
      'scroll',
      () => {
        onScroll();
        clearTimeout(rest);
        rest = window.setTimeout(settle, REST_MS);
      },
      options,
    );

    return () => {
      clearTimeout(rest);
      ended.abort();
    };
  }, [areaRef, onTakeOver, onScroll, onSettled]);
}

/** The space bar scrolls only where it neither plays nor presses a button. */
const scrollsRows = ({ key, target }: KeyboardEvent, area: HTMLElement): boolean =>
  PAGE_KEYS.has(key) ||
  (isAround(target, area) &&
    (LINE_KEYS.has(key) || (key === ' ' && !readPreferences().singleKeys && !(target instanceof HTMLButtonElement))));

/** The key goes to the rows: the focus is in them, or nowhere. */
const isAround = (target: EventTarget | null, area: HTMLElement): boolean =>
  target === document.body || (target instanceof Node && area.contains(target));

/** In a list or a panel with a scroll of its own. */
const isElsewhere = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('aside, [role="dialog"], [role="listbox"]') !== null;

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => !ctrlKey && !metaKey && !altKey;

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [role="slider"], [role="dialog"]') !== null;
