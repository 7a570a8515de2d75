import { edgesOf } from './row-scroll.ts';

/** Rows per chunk; off-screen chunks are neither laid out nor painted. */
export const CHUNK_SIZE = 50;

/** The row of the segment with this index; null if there is none. */
export function rowAt(list: HTMLElement, index: number): HTMLElement | null {
  const row = list.children[Math.floor(index / CHUNK_SIZE)]?.children[index % CHUNK_SIZE];

  return row instanceof HTMLElement ? row : null;
}

/** Index of the row's segment; null if it is not a row of the list. */
export function indexOfRow(list: HTMLElement, row: Element): number | null {
  const chunk = row.parentElement;
  if (chunk === null || chunk.parentElement !== list) return null;

  return [...list.children].indexOf(chunk) * CHUNK_SIZE + [...chunk.children].indexOf(row);
}

/** Index of the first visible segment; 0 when none is visible. */
export function topRowIndex(area: HTMLElement, list: HTMLElement): number {
  const { top } = edgesOf(area);
  const chunk = [...list.children].find((child) => child.getBoundingClientRect().bottom > top);
  const row =
    chunk === undefined ? undefined : [...chunk.children].find((child) => child.getBoundingClientRect().bottom > top);

  return row === undefined ? 0 : (indexOfRow(list, row) ?? 0);
}

/** The text node of a segment rendered as one piece; null if it is split by marks. */
export function textNodeOf(row: HTMLElement): Text | null {
  const node = row.lastElementChild?.firstChild;

  return node instanceof Text ? node : null;
}

const CHARACTERS_A_LINE = 72;
const LINE_PX = 28;
const SPEAKER_PX = 40;

/** Estimated height in pixels of rows that have not been laid out, for an approximately correct scroll bar. */
export function estimatedHeight(rows: readonly { text: string; speaker: string | null }[]): number {
  return rows.reduce(
    (sum, { text, speaker }) =>
      sum + LINE_PX * Math.max(1, Math.ceil(text.length / CHARACTERS_A_LINE)) + (speaker === null ? 0 : SPEAKER_PX),
    0,
  );
}
