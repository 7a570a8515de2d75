import { compileMatcher, hasCharacters } from '@earmark/contracts/mentions';

export interface Span {
  /** UTF-16 offset into the segment's text. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** A match to step to: a segment and its marked spans, ascending. */
export interface SegmentMatch {
  readonly segmentIndex: number;
  readonly spans: readonly Span[];
}

/** What is marked in the transcript. */
export interface Marking {
  /** An unchanged key means an unchanged choice, so refetching the page does not scroll. */
  readonly key: string;
  /** Name of the entity or speaker, or the search text. */
  readonly text: string;
  readonly kind: 'entity' | 'text' | 'speaker';
  readonly matches: readonly SegmentMatch[];
  /** The n of "k of n mentions". */
  readonly total: number;
  /** Path of the entity's page; null if there is none. */
  readonly href: string | null;
}

export interface TextOptions {
  readonly wholeWord: boolean;
  readonly caseSensitive: boolean;
}

/** Groups an entity's flat marks `[segmentIndex, start, end, …]` by segment. */
export function matchesOfMarks(marks: readonly number[]): SegmentMatch[] {
  const spansOf = new Map<number, Span[]>();
  for (let at = 0; at + 2 < marks.length; at += 3) {
    const [segmentIndex, start, end] = marks.slice(at, at + 3);
    if (segmentIndex === undefined || start === undefined || end === undefined) continue;
    const spans = spansOf.get(segmentIndex);
    if (spans === undefined) spansOf.set(segmentIndex, [{ start, end }]);
    else spans.push({ start, end });
  }

  return [...spansOf]
    .map(([segmentIndex, spans]) => ({ segmentIndex, spans }))
    .toSorted((one, other) => one.segmentIndex - other.segmentIndex);
}

/** Segments that contain the text according to the shared matching rule; each segment counts once. */
export function matchesOfText(
  segments: readonly { readonly text: string }[],
  text: string,
  options: TextOptions = { wholeWord: true, caseSensitive: false },
): SegmentMatch[] {
  if (!hasCharacters(text)) return [];
  // Gives the same results as `findOccurrences`, fast enough for every keystroke in long transcripts.
  const matcher = compileMatcher([{ name: text, ...options }]);

  return segments.flatMap((segment, segmentIndex) => {
    const spans: Span[] = [];
    matcher.scan(segment.text, (_, start, end) => spans.push({ start, end }));

    return spans.length === 0 ? [] : [{ segmentIndex, spans }];
  });
}

/** The same places individually instead of by segment. */
export const oneByOne = (matches: readonly SegmentMatch[]): SegmentMatch[] =>
  matches.flatMap(({ segmentIndex, spans }) => spans.map((span) => ({ segmentIndex, spans: [span] })));

/** The turns of a speaker as matches to step through; null without a speaker. Each choice of a speaker has its number. */
export const turnsMarking = (
  speaker: { name: string; turns: readonly number[] } | undefined,
  choice: number,
): Marking | null =>
  speaker === undefined
    ? null
    : {
        key: `speaker ${choice} ${speaker.name}`,
        text: speaker.name,
        kind: 'speaker',
        matches: speaker.turns.map((segmentIndex) => ({ segmentIndex, spans: [] })),
        total: speaker.turns.length,
        href: null,
      };

/** Position of the match closest to the segment; 0 when there is none. */
export function nearestMatch(marking: Marking | null, segmentIndex: number): number {
  let best = 0;
  let distance = Infinity;
  marking?.matches.forEach((match, at) => {
    const away = Math.abs(match.segmentIndex - segmentIndex);
    if (away >= distance) return;
    distance = away;
    best = at;
  });

  return best;
}

/** The text cut into marked and unmarked pieces, in order. Spans may overlap or extend beyond the text. */
export function piecesOf(text: string, spans: readonly Span[]): { text: string; isMarked: boolean }[] {
  const pieces: { text: string; isMarked: boolean }[] = [];
  let done = 0;
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const from = Math.max(start, done);
    if (end <= from) continue;
    if (from > done) pieces.push({ text: text.slice(done, from), isMarked: false });
    pieces.push({ text: text.slice(from, end), isMarked: true });
    done = Math.min(end, text.length);
  }
  if (done < text.length || pieces.length === 0) pieces.push({ text: text.slice(done), isMarked: false });

  return pieces;
}
