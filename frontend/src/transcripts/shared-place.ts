import type { Hue } from '../kit/hue.ts';
import { rowAt, textNodeOf } from './segment-rows.ts';

/** An entity of the episode and where it is marked. */
export interface MarkedEntity {
  readonly id: string;
  readonly name: string;
  /** Its category. */
  readonly type: string;
  /** Path of its own page. */
  readonly href: string;
  readonly iconName: string;
  readonly hue: Hue;
  /** Flat `[segmentIndex, start, end, …]`. */
  readonly marks: readonly number[];
}

/** A place in the text that more than one entity is found at. */
export interface SharedPlace {
  readonly segmentIndex: number;
  /** The one with the longest mark first. */
  readonly entities: readonly MarkedEntity[];
  /** The longest mark. */
  readonly range: Range;
}

/** The place under the pointer; null where one entity stands alone, or none. */
export function sharedPlaceAt(
  list: HTMLElement,
  segmentIndex: number,
  point: { readonly x: number; readonly y: number },
  entities: readonly MarkedEntity[],
): SharedPlace | null {
  const row = rowAt(list, segmentIndex);
  const node = row === null ? null : textNodeOf(row);
  if (node === null) return null;
  const found = entities
    .flatMap((entity) => spansIn(entity.marks, segmentIndex).map((span) => ({ entity, span })))
    .toSorted((one, other) => lengthOf(other.span) - lengthOf(one.span))
    .map(({ entity, span }) => ({ entity, range: rangeOf(node, span) }))
    .filter(({ range }) => isAt(range, point));
  const named = new Set(found.map(({ entity }) => entity));
  const [longest] = found;

  return longest === undefined || named.size < 2 ? null : { segmentIndex, entities: [...named], range: longest.range };
}

type Span = readonly [start: number, end: number];

function spansIn(marks: readonly number[], segmentIndex: number): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at + 2 < marks.length; at += 3)
    if (marks[at] === segmentIndex) spans.push([marks[at + 1] ?? 0, marks[at + 2] ?? 0]);

  return spans;
}

const lengthOf = ([start, end]: Span): number => end - start;

function rangeOf(node: Text, [start, end]: Span): Range {
  const range = document.createRange();
  range.setStart(node, Math.min(start, node.length));
  range.setEnd(node, Math.min(end, node.length));

  return range;
}

const isAt = (range: Range, { x, y }: { readonly x: number; readonly y: number }): boolean =>
  [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
  );
