import type { SegmentView } from '@earmark/contracts/transcripts';
import { UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import type { Quote } from './quote.ts';
import { indexOfRow } from './segment-rows.ts';

/** The reader's selection in the list, without the times and names between the lines; null without a selection. */
export function selectedQuote(list: HTMLElement, segments: readonly SegmentView[]): Quote | null {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!list.contains(range.commonAncestorContainer)) return null;
  const parts: { index: number; text: string }[] = [];
  for (const row of list.querySelectorAll('.segment')) {
    const text = row.lastElementChild;
    if (text === null || !range.intersectsNode(text)) continue;
    const part = partInside(range, text);
    const index = indexOfRow(list, row);
    if (part !== '' && index !== null) parts.push({ index, text: part });
  }
  const first = parts[0] === undefined ? undefined : segments[parts[0].index];
  if (first === undefined) return null;
  const speakers = new Set(parts.map(({ index }) => segments[index]?.speaker));

  return {
    text: parts.map(({ text }) => text).join(' '),
    speaker: speakers.size > 1 ? [...speakers].join(', ') : nameOf(first),
    startMs: first.startTime,
    isSelected: true,
  };
}

/** A whole segment as a quote. */
export const segmentQuote = (segment: SegmentView): Quote => ({
  text: segment.text,
  speaker: nameOf(segment),
  startMs: segment.startTime,
  isSelected: false,
});

function partInside(range: Range, element: Element): string {
  const part = document.createRange();
  part.selectNodeContents(element);
  if (part.compareBoundaryPoints(Range.START_TO_START, range) < 0)
    part.setStart(range.startContainer, range.startOffset);
  if (part.compareBoundaryPoints(Range.END_TO_END, range) > 0) part.setEnd(range.endContainer, range.endOffset);

  return part.toString().trim();
}

const nameOf = ({ speaker }: SegmentView): string | null => (speaker === UNKNOWN_SPEAKER ? null : speaker);
