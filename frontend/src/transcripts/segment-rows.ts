/** Rows of one chunk; a chunk that is off screen is neither laid out nor painted. */
export const CHUNK_SIZE = 50;

/** The element of the segment with this index; null when the list has none. */
export function rowAt(list: HTMLElement, index: number): HTMLElement | null {
  const row = list.children[Math.floor(index / CHUNK_SIZE)]?.children[index % CHUNK_SIZE];

  return row instanceof HTMLElement ? row : null;
}

/** The text node of a segment that is shown in one piece; null when it is cut into marks. */
export function textNodeOf(row: HTMLElement): Text | null {
  const node = row.querySelector('.segment-text')?.firstChild;

  return node instanceof Text ? node : null;
}

const CHARACTERS_A_LINE = 72;
const LINE_PX = 28;
const SPEAKER_PX = 40;

/** Height of rows that have not been laid out, so that the scroll bar is about right. Pixels. */
export function estimatedHeight(rows: readonly { text: string; speaker: string | null }[]): number {
  return rows.reduce(
    (sum, { text, speaker }) =>
      sum + LINE_PX * Math.max(1, Math.ceil(text.length / CHARACTERS_A_LINE)) + (speaker === null ? 0 : SPEAKER_PX),
    0,
  );
}
