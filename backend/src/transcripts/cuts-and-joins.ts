import type { RecordedSegment } from '@earmark/contracts/transcripts';

const GAP = /^\s+/;

/**
 * How many of the `parts`, from the first on, make up the `whole` text again behind its `beginning`, with white space
 * between; 0 when they do not.
 */
export function partsBehind(whole: string, beginning: string, parts: Iterable<string>): number {
  if (!whole.startsWith(beginning)) return 0;
  let rest = whole.slice(beginning.length);
  let count = 0;
  for (const part of parts) {
    const gap = GAP.exec(rest)?.[0] ?? '';
    if (gap === '' || !rest.startsWith(part, gap.length)) return 0;
    rest = rest.slice(gap.length + part.length);
    count++;
    if (rest.trim() === '') return count;
  }

  return 0;
}

type Split = { before: RecordedSegment; after: [RecordedSegment, RecordedSegment] };
type Merge = { before: [RecordedSegment, RecordedSegment]; after: RecordedSegment };

/** One cut after the other, from the front: `parts` are two or more, the first with the id of `whole`. */
export function splitsInto(whole: RecordedSegment, parts: readonly RecordedSegment[]): Split[] {
  const end = parts.at(-1)!.endMs;
  let rest = whole;

  return parts.slice(0, -1).map((part, index) => {
    const next = parts[index + 1]!;
    const isLast = index === parts.length - 2;
    const text = rest.text.trim().slice(part.text.length).trim();
    const before = rest;
    rest = isLast ? next : { ...next, text, endMs: Math.max(next.endMs, end) };

    return { before, after: [part, rest] };
  });
}

/** One join after the other, from the front: `parts` are two or more, `whole` has the id of the first. */
export function mergesInto(parts: readonly RecordedSegment[], whole: RecordedSegment): Merge[] {
  const last = parts.length - 1;
  let joined = parts[0]!;

  return parts.slice(1).map((next, index) => {
    const before: Merge['before'] = [joined, next];
    joined =
      index + 1 === last
        ? whole
        : { ...joined, text: `${joined.text} ${next.text}`, endMs: Math.max(joined.endMs, next.endMs) };

    return { before, after: joined };
  });
}
