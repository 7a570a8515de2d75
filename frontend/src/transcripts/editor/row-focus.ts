import { bringIntoView, isInView } from '../row-scroll.ts';

const STOPS = '[data-act="edit"]';

/** The row of a segment; null when the list has none. */
export const rowOf = (list: HTMLElement, id: string): HTMLElement | null =>
  list.querySelector<HTMLElement>(`[data-id="${id}"]`);

/** Id of the segment in whose row this stands; null outside of all rows. */
export const idAt = (target: EventTarget): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-id]')?.dataset.id ?? null) : null;

/** The list is one stop of the Tab key: this row's. */
export function makeStop(list: HTMLElement, row: HTMLElement): HTMLElement | null {
  const stop = row.querySelector<HTMLElement>(STOPS);
  if (stop === null) return null;
  for (const other of list.querySelectorAll<HTMLElement>(`${STOPS}[tabindex="0"]`)) other.tabIndex = -1;
  stop.tabIndex = 0;

  return stop;
}

/** There is a stop, also when the row that was it has gone. */
export function ensureStop(list: HTMLElement): void {
  if (list.querySelector(`${STOPS}[tabindex="0"]`) !== null) return;
  const first = list.querySelector<HTMLElement>(STOPS);
  if (first !== null) first.tabIndex = 0;
}

/** Gives the row the focus, in sight. */
export function focusRow(box: HTMLElement, list: HTMLElement, row: HTMLElement): void {
  makeStop(list, row)?.focus({ preventScroll: true });
  if (!isInView(box, row)) bringIntoView(box, row);
}

/** The next or the previous row in the document; null at the ends. */
export function neighbourRow(list: HTMLElement, id: string, by: 1 | -1): HTMLElement | null {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-id]')];

  return rows[rows.findIndex((row) => row.dataset.id === id) + by] ?? null;
}
