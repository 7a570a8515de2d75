import { indexOfRow } from './segment-rows.ts';

const DRAG_PX = 4;

/**
 * Index of the segment whose text or time was clicked to play it. Null for a click on anything else, and for selecting: a
 * drag, a double click, or a selection that still exists.
 */
export function clickedSegment(
  list: HTMLElement,
  event: MouseEvent,
  pressedAt: { x: number; y: number },
): number | null {
  const { target } = event;
  if (!(target instanceof Element) || event.button !== 0) return null;
  const row = target.closest<HTMLElement>('.segment');
  if (row === null || target.closest('.segment-speaker, .segment-corrected, .segment-correct, a') !== null) return null;
  if (target.closest('button.segment-time') !== null) return indexOfRow(list, row);
  const isDrag = Math.hypot(event.clientX - pressedAt.x, event.clientY - pressedAt.y) > DRAG_PX;
  if (isDrag || event.detail > 1 || event.shiftKey || target.closest('.segment-text') === null) return null;

  return hasSelectionIn(list) ? null : indexOfRow(list, row);
}

/** Whether a text selection starts or ends in the element. */
export function hasSelectionIn(element: HTMLElement): boolean {
  const selection = document.getSelection();

  return (
    selection !== null &&
    !selection.isCollapsed &&
    (element.contains(selection.anchorNode) || element.contains(selection.focusNode))
  );
}

/** Index of the segment whose word was selected by a double click, and where the word stands in its text. */
export function selectedWord(
  list: HTMLElement,
  { target }: MouseEvent,
): { readonly index: number; readonly selected: readonly [number, number] | null } | null {
  const text = target instanceof Element ? target.closest('.segment-text') : null;
  const row = text?.closest<HTMLElement>('.segment') ?? null;
  const index = row === null ? null : indexOfRow(list, row);
  if (text === null || index === null) return null;
  const selection = document.getSelection();
  // Text that is split by marks says nothing about places in the whole of it.
  const isWhole = selection?.anchorNode === text.firstChild && selection?.focusNode === text.firstChild;
  if (selection === null || !isWhole) return { index, selected: null };
  const { anchorOffset, focusOffset } = selection;

  return { index, selected: [Math.min(anchorOffset, focusOffset), Math.max(anchorOffset, focusOffset)] };
}
