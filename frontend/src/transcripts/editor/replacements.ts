import type { SegmentView } from '@earmark/contracts/transcripts';
import { matchesOfText, oneByOne } from '../matches.ts';
import type { Span, TextOptions } from '../matches.ts';

/** One place that would be replaced. */
export interface Place extends Span {
  /** Of this place among all. */
  readonly key: string;
  readonly segment: SegmentView;
}

/** Where the text stands, by the one matching rule. */
export const placesOf = (rows: readonly SegmentView[], text: string, options: TextOptions): Place[] =>
  oneByOne(matchesOfText(rows, text, options)).flatMap(({ segmentIndex, spans: [span] }) => {
    const segment = rows[segmentIndex];

    return segment === undefined || span === undefined
      ? []
      : [{ ...span, key: `${segment.id} ${span.start}`, segment }];
  });

/** The chosen ones among the places found now. In a text that has changed since, those stay that are before or behind the change. */
export function chosenNow(chosen: readonly Place[], found: readonly Place[]): Place[] {
  const textNow = new Map(found.map(({ segment }) => [segment.id, segment.text]));
  const keys = new Set(
    chosen.map(
      ({ segment, start, end }) => `${segment.id} ${movedTo(segment.text, textNow.get(segment.id), start, end)}`,
    ),
  );

  return found.filter(({ key }) => keys.has(key));
}

/** Where the span begins in the changed text; null when it was changed itself. */
function movedTo(before: string, now: string | undefined, start: number, end: number): number | null {
  if (now === undefined) return null;
  if (before.slice(0, end) === now.slice(0, end)) return start;
  const moved = start + now.length - before.length;

  return moved >= 0 && before.slice(start) === now.slice(moved) ? moved : null;
}

/** The rows with these places replaced; a segment of which nothing would be left stays as it is. */
export function withReplaced(rows: readonly SegmentView[], places: readonly Place[], by: string): SegmentView[] {
  const textOf = new Map<string, string>();
  // From the last to the first, so that the places before keep their offsets.
  for (const { segment, start, end } of places.toReversed()) {
    const text = textOf.get(segment.id) ?? segment.text;
    textOf.set(segment.id, text.slice(0, start) + by + text.slice(end));
  }

  return rows.map((row) => {
    const text = textOf.get(row.id)?.trim() ?? '';

    return text === '' || text === row.text ? row : { ...row, text };
  });
}
