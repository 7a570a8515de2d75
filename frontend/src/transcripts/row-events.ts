import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { bringIntoView, isInView } from './row-scroll.ts';
import { clickedSegment, selectedWord } from './row-click.ts';
import { indexOfRow } from './segment-rows.ts';

interface RowEvents {
  /** A segment was clicked to play it, at this point of the window. */
  onRow: (index: number, point: { readonly x: number; readonly y: number }) => void;
  /** A word was selected by a double click, whose first click has already been reported. */
  onWord: (word: ReturnType<typeof selectedWord>) => void;
  /** The button that opens a segment for correcting was clicked. */
  onCorrect: (index: number) => void;
  /** The name of a speaker was clicked, above this segment. */
  onSpeaker: (name: string, index: number) => void;
  /** The mark of a corrected segment was clicked; it gets the focus back from whatever opens. */
  onCorrected: (segmentId: string, mark: Element) => void;
  /** Ctrl or Cmd + F with the focus in the transcript. Returns whether it was handled; otherwise the browser handles it. */
  onFindKey: () => boolean;
}

interface Elements {
  areaRef: RefObject<HTMLElement | null>;
  listRef: RefObject<HTMLElement | null>;
  /** The whole transcript with its bars. */
  sectionRef: RefObject<HTMLElement | null>;
}

/** Uses one set of listeners for all rows, since there may be ten thousand. */
export function useRowEvents({ areaRef, listRef, sectionRef }: Elements, events: RowEvents): void {
  const latest = useRef(events);

  // Set in time for a click right after the rows appear.
  useLayoutEffect(() => {
    latest.current = events;
  });

  useLayoutEffect(() => {
    const { current: area } = areaRef;
    const { current: list } = listRef;
    if (area === null || list === null || sectionRef.current === null) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    let pressedAt = { x: 0, y: 0 };

    list.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => (pressedAt = { x, y }), { signal });
    list.addEventListener(
      'click',
      (event) => {
        const named = event.target instanceof HTMLElement ? event.target.dataset.speaker : undefined;
        if (named !== undefined && event.target instanceof Element) {
          const turn = event.target.closest('.segment');

          return latest.current.onSpeaker(named, (turn && indexOfRow(list, turn)) ?? 0);
        }
        const mark = event.target instanceof Element ? event.target.closest<HTMLElement>('.segment-corrected') : null;
        if (mark?.dataset.segment !== undefined) return latest.current.onCorrected(mark.dataset.segment, mark);
        const row =
          event.target instanceof Element && event.target.matches('.segment-correct')
            ? event.target.closest('.segment')
            : null;
        const corrected = row === null ? null : indexOfRow(list, row);
        if (corrected !== null) return latest.current.onCorrect(corrected);
        const index = clickedSegment(list, event, pressedAt);
        if (index !== null) latest.current.onRow(index, { x: event.clientX, y: event.clientY });
      },
      { signal },
    );
    list.addEventListener('dblclick', (event) => latest.current.onWord(selectedWord(list, event)), { signal });
    list.addEventListener('keydown', (event) => moveAmongButtons(area, list, event), { signal });
    sectionRef.current.addEventListener(
      'keydown',
      (event) => {
        const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.code === 'KeyF';
        if (isFind && latest.current.onFindKey()) event.preventDefault();
      },
      { signal },
    );

    return () => ended.abort();
  }, [areaRef, listRef, sectionRef]);
}

/** Each row has at most one of these. */
const WALKED = ['button.segment-time', 'button.segment-correct', 'button.segment-corrected'];

/** Arrow keys move between the buttons of a kind; Tab stops at one of each. */
function moveAmongButtons(area: HTMLElement, list: HTMLElement, event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const { target } = event;
  const kind = target instanceof Element ? WALKED.find((selector) => target.closest(selector) !== null) : undefined;
  if (step === 0 || kind === undefined || !(target instanceof Element)) return;
  const buttons = [...list.querySelectorAll<HTMLElement>(kind)];
  const next = buttons[buttons.findIndex((button) => button === target.closest(kind)) + step];
  event.preventDefault();
  if (next === undefined) return;
  for (const reachable of list.querySelectorAll<HTMLElement>(`${kind}[tabindex="0"]`)) reachable.tabIndex = -1;
  next.tabIndex = 0;
  next.focus({ preventScroll: true });
  if (!isInView(area, next)) bringIntoView(area, next);
}
