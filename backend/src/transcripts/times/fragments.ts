import type { RecordedSegment, TimeRepair } from '@earmark/contracts/transcripts';
import { joinedTexts, LONGEST_CHARACTERS, WIDEST_GAP_MS } from '../formats/repair-text.ts';
import { SHORTEST_MS } from '../formats/repair-times.ts';
import { LONGEST_MS } from './long-segments.ts';

/** So much may be said in a fragment; longer texts have wrong times rather than be part of a sentence. */
const FRAGMENT_CHARACTERS = 30;

type Merge = Extract<TimeRepair, { kind: 'merged' }>;

/** Joins segments below 300 ms with a neighbour of the same speaker. */
export function joinedFragments(segments: readonly RecordedSegment[]): {
  segments: RecordedSegment[];
  merges: Merge[];
} {
  const kept: RecordedSegment[] = [];
  const merges: Merge[] = [];
  for (const next of segments) {
    const last = kept.at(-1);
    if (!last || !(isFragment(last) || isFragment(next)) || !belongTogether(last, next)) {
      kept.push(next);
      continue;
    }
    const after = {
      ...last,
      endMs: Math.max(last.endMs, next.endMs),
      text: joinedTexts(last.text, next.text),
    };
    merges.push({ kind: 'merged', before: [last, next], after });
    kept[kept.length - 1] = after;
  }

  return { segments: kept, merges };
}

const isFragment = ({ startMs, endMs, text }: RecordedSegment): boolean =>
  endMs - startMs < SHORTEST_MS && text.length <= FRAGMENT_CHARACTERS;

const belongTogether = (one: RecordedSegment, next: RecordedSegment): boolean =>
  one.speakerId === next.speakerId &&
  next.startMs >= one.startMs &&
  next.startMs - one.endMs <= WIDEST_GAP_MS &&
  Math.max(one.endMs, next.endMs) - one.startMs <= LONGEST_MS &&
  one.text.length + next.text.length < LONGEST_CHARACTERS;
