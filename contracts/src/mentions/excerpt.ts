/** Cutting fewer characters is not worthwhile. */
const LEAST_CUT = 20;
const NO_PLACE_TO_CUT = /^(?:[\udc00-\udfff]|\p{M}|\p{Emoji_Modifier}|\u200d)/u;

export interface Excerpt {
  readonly text: string;
  /** Flat `[start, end, …]` UTF-16 offsets into `text`. */
  readonly marks: readonly number[];
}

/**
 * The first mark, or that at `focus` in `marks`, with about `context` characters on each side, cut between words, with `…`
 * where text is left out.
 */
export function excerptAround(text: string, marks: readonly number[], context = 80, focus = 0): Excerpt {
  const [first = 0, last = 0] = marks.slice(focus);
  const start = first <= context + LEAST_CUT ? 0 : cutAfter(text, first - context, first);
  const end = text.length - last <= context + LEAST_CUT ? text.length : cutBefore(text, last + context, last);
  const before = start > 0 ? '… ' : '';
  const shift = before.length - start;
  const kept = marks.flatMap((_, at) => {
    const [from = 0, to = 0] = marks.slice(at, at + 2);
    return at % 2 === 0 && from >= start && to <= end ? [from + shift, to + shift] : [];
  });

  return { text: `${before}${text.slice(start, end)}${end < text.length ? ' …' : ''}`, marks: kept };
}

/** As `excerptAround`, where the most different marks stand near each other. Marks are in order and do not overlap. */
export function richestExcerpt(text: string, marks: readonly number[], context: number): Excerpt {
  const words = marks.map((start, at) => (at % 2 === 0 ? text.slice(start, marks[at + 1]).toLowerCase() : ''));
  let best = { focus: 0, different: 0 };
  let [first, last] = [0, 0];
  for (let focus = 0; focus < marks.length; focus += 2) {
    while (marks[first]! < marks[focus]! - context) first += 2;
    while (last < marks.length && marks[last + 1]! <= marks[focus + 1]! + context) last += 2;
    const different = new Set(words.slice(first, last)).size;
    if (different > best.different) best = { focus, different };
  }

  return excerptAround(text, marks, context, best.focus);
}

/** The first word boundary from `from` on; in a text without spaces, the first character boundary. */
function cutAfter(text: string, from: number, limit: number): number {
  const gap = /\s+(?=\S)/.exec(text.slice(from - 1, limit));
  if (gap !== null) return from - 1 + gap.index + gap[0].length;
  let at = from;
  while (at < limit && NO_PLACE_TO_CUT.test(text.slice(at))) at += 1;

  return at;
}

function cutBefore(text: string, to: number, limit: number): number {
  const gap = /\s+\S*$/.exec(text.slice(limit, to + 1));
  if (gap !== null && gap.index > 0) return limit + gap.index;
  let at = to;
  while (at > limit && NO_PLACE_TO_CUT.test(text.slice(at))) at -= 1;

  return at;
}
