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
