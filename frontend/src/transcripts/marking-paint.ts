import type { HuedSpan } from './all-marks.ts';
import type { Marking, Span } from './matches.ts';
import { rowAt, textNodeOf } from './segment-rows.ts';

/** Whether the browser can highlight text without changing the document. */
export const canPaint = (): boolean => typeof Highlight === 'function' && 'highlights' in CSS;

/** A marking to paint, and the index of its current match. */
export interface Layer {
  readonly marking: Marking;
  readonly at: number;
}

const NAMES = { entity: 'earmark-entity', text: 'earmark-text' } as const;

/** Highlights all matches of the layer, the current one more strongly. Returns a function that removes them. */
export function paintLayer(list: HTMLElement, { marking, at }: Layer, isFound: boolean): () => void {
  const { matches, kind } = marking;
  if (kind === 'speaker') return () => undefined;
  const others = new Highlight();
  const current = new Highlight();
  others.priority = isFound ? 3 : 1;
  current.priority = isFound ? 4 : 2;
  matches.forEach(({ segmentIndex, spans }, position) => {
    for (const span of spans) addSpan(position === at ? current : others, list, segmentIndex, span);
  });
  const names = isFound
    ? { others: 'earmark-found', current: 'earmark-found-current' }
    : { others: NAMES[kind], current: 'earmark-current' };
  CSS.highlights.set(names.others, others);
  CSS.highlights.set(names.current, current);

  return () => {
    CSS.highlights.delete(names.others);
    CSS.highlights.delete(names.current);
  };
}

/** Underlines every span in its hue, below all other marks. Returns a function that removes them. */
export function paintAll(list: HTMLElement, spans: readonly HuedSpan[]): () => void {
  const byHue = new Map<string, Highlight>();
  for (const span of spans) {
    const name = `earmark-hue-${span.hue}`;
    const highlight = byHue.get(name) ?? new Highlight();
    byHue.set(name, highlight);
    addSpan(highlight, list, span.segmentIndex, span);
  }
  for (const [name, highlight] of byHue) CSS.highlights.set(name, highlight);

  return () => {
    for (const name of byHue.keys()) CSS.highlights.delete(name);
  };
}

function addSpan(highlight: Highlight, list: HTMLElement, segmentIndex: number, { start, end }: Span): void {
  const row = rowAt(list, segmentIndex);
  const node = row === null ? null : textNodeOf(row);
  if (node === null) return;
  highlight.add(
    new StaticRange({
      startContainer: node,
      startOffset: Math.min(start, node.length),
      endContainer: node,
      endOffset: Math.min(end, node.length),
    }),
  );
}
