import type { Marking } from './matches.ts';
import { rowAt, textNodeOf } from './segment-rows.ts';

const NAMES = { entity: 'earmark-entity', text: 'earmark-text', current: 'earmark-current' } as const;

/** Whether the browser can mark text without changing the document. */
export const canPaint = (): boolean => typeof Highlight === 'function' && 'highlights' in CSS;

/** Marks all matches, the one at `at` stronger. Returns what removes them. */
export function paint(list: HTMLElement, { matches, kind }: Marking, at: number): () => void {
  const others = new Highlight();
  const current = new Highlight();
  current.priority = 1;
  matches.forEach(({ segmentIndex, spans }, position) => {
    const row = rowAt(list, segmentIndex);
    const node = row === null ? null : textNodeOf(row);
    if (node === null) return;
    for (const { start, end } of spans) {
      const range = new StaticRange({
        startContainer: node,
        startOffset: Math.min(start, node.length),
        endContainer: node,
        endOffset: Math.min(end, node.length),
      });
      (position === at ? current : others).add(range);
    }
  });
  CSS.highlights.set(NAMES[kind], others);
  CSS.highlights.set(NAMES.current, current);

  return () => {
    for (const name of Object.values(NAMES)) CSS.highlights.delete(name);
  };
}
