import { useEffect } from 'react';
import type { RefObject } from 'react';
import { readPreferences } from '../kit/preferences.ts';
import { hasSelectionIn } from './row-click.ts';

const PAGE_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End']);
const BOX_KEYS = new Set(['ArrowUp', 'ArrowDown']);
// Scrolling counts as ended after this time without movement, since not every browser fires `scrollend`.
const REST_MS = 120;

interface ReaderScrolls {
  /** The reader turns the wheel, touches, presses a key that scrolls, drags the bar or selects text. */
  onTakeOver: () => void;
  /** The box has scrolled, for any reason. */
  onScroll: () => void;
  /** The reader's own scrolling has ended. */
  onSettled: () => void;
}

/** Distinguishes the reader's scrolling of the box from any other. All three callbacks must be stable. */
export function useReaderScrolls(
  boxRef: RefObject<HTMLElement | null>,
  { onTakeOver, onScroll, onSettled }: ReaderScrolls,
): void {
  useEffect(() => {
    const box = boxRef.current;
    if (box === null) return undefined;
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
      if (!isReaders || isPressed || hasSelectionIn(box)) return;
      isReaders = false;
      onSettled();
    };

    box.addEventListener('wheel', ({ ctrlKey }) => !ctrlKey && takeOver(), options);
    box.addEventListener('touchmove', takeOver, options);
    box.addEventListener(
      'pointerdown',
      ({ target }) => {
        isPressed = true;
        // A press on the scroll bar targets the box itself.
        if (target === box) takeOver();
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
    box.addEventListener('keydown', (event) => isPlain(event) && scrollsBox(event) && takeOver(), options);
    document.addEventListener(
      'keydown',
      (event) => isPlain(event) && PAGE_KEYS.has(event.key) && !isControl(event.target) && takeOver(),
      options,
    );
    document.addEventListener('selectionchange', () => hasSelectionIn(box) && takeOver(), options);
    box.addEventListener(
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
  }, [boxRef, onTakeOver, onScroll, onSettled]);
}

/** The space bar scrolls only where it neither plays nor presses a button. */
const scrollsBox = ({ key, target }: KeyboardEvent): boolean =>
  BOX_KEYS.has(key) || (key === ' ' && !readPreferences().singleKeys && !(target instanceof HTMLButtonElement));

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => !ctrlKey && !metaKey && !altKey;

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [role="slider"], [role="dialog"]') !== null;
