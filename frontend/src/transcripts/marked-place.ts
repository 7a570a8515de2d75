import type { Hue } from '../ui/hue.ts';
import { rowAt, textNodeOf } from './segment-rows.ts';

/** An entity of the episode and its marks. */
export interface MarkedEntity {
  readonly id: string;
  readonly name: string;
  /** Its category. */
  readonly type: string;
  /** Path of its page. */
  readonly href: string;
  readonly iconName: string;
  readonly hue: Hue;
  /** Flat `[segmentIndex, start, end, …]`. */
  readonly marks: readonly number[];
}

/** A marked place in the text. */
export interface MarkedPlace {
  readonly segmentIndex: number;
  /** All entities found there; the one with the longest mark first. */
  readonly entities: readonly MarkedEntity[];
  /** The longest mark. */
  readonly range: Range;
}

/** The marked place under the pointer; null where there is no entity. */
export function markedPlaceAt(
  list: HTMLElement,
  segmentIndex: number,
  { x, y }: { readonly x: number; readonly y: number },
  entities: readonly MarkedEntity[],
): MarkedPlace | null {
  const isAt = (range: Range) =>
    [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
    );

  return findPlace(list, segmentIndex, entities, isAt);
}

/** The place of a mark; null if it is not in the list. */
export function markedPlaceOf(
  list: HTMLElement,
  segmentIndex: number,
  { start, end }: { readonly start: number; readonly end: number },
  entities: readonly MarkedEntity[],
): MarkedPlace | null {
  return findPlace(list, segmentIndex, entities, (range) => range.startOffset < end && range.endOffset > start);
}

function findPlace(
  list: HTMLElement,
  segmentIndex: number,
  entities: readonly MarkedEntity[],
  isThere: (range: Range) => boolean,
): MarkedPlace | null {
  const row = rowAt(list, segmentIndex);
  const node = row === null ? null : textNodeOf(row);
  if (node === null) return null;
  const found = entities
    .flatMap((entity) => spansIn(entity.marks, segmentIndex).map((span) => ({ entity, span })))
    .toSorted((one, other) => lengthOf(other.span) - lengthOf(one.span))
    .map(({ entity, span }) => ({ entity, range: rangeOf(node, span) }))
    .filter(({ range }) => isThere(range));
  const [longest] = found;
  if (longest === undefined) return null;

  return { segmentIndex, entities: [...new Set(found.map(({ entity }) => entity))], range: longest.range };
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
