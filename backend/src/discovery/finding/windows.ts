import type { FinderSegment } from './found-name.ts';
import { tokensOf } from '../../models/language-model.ts';

/** About twenty minutes of speech: models find less in longer texts. */
const MOST_TOKENS = 6000;
const OVERLAP_MS = 60_000;
const CONTEXT_SHARE = 0.5;

/** A segment with its place in the transcript. */
export interface PlacedSegment extends FinderSegment {
  readonly index: number;
}

export const windowTokens = (contextTokens: number): number =>
  Math.min(MOST_TOKENS, Math.floor(contextTokens * CONTEXT_SHARE));

/** A segment as the model reads it: `#12 [3:05] Ada: We use it daily.` */
export function lineOf({ index, startMs, speaker, text }: PlacedSegment): string {
  const seconds = Math.floor(startMs / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

  return `#${index} [${time}] ${onOneLine(speaker ?? 'Unknown')}: ${onOneLine(text)}`;
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/**
 * Parts of the transcript that fit, each of which begins a minute before the end of the one before, so that nothing is
 * torn apart unseen. A segment that is too long by itself is cut into several.
 */
export function windowsOf(segments: readonly FinderSegment[], mostTokens: number): PlacedSegment[][] {
  const placed = segments.flatMap((segment, index) => cut({ ...segment, index }, mostTokens));
  const sizes = placed.map((segment) => tokensOf(lineOf(segment)) + 1);
  const windows: PlacedSegment[][] = [];
  for (let from = 0; from < placed.length;) {
    let to = from;
    for (let size = 0; to < placed.length && (to === from || size + sizes[to]! <= mostTokens); to++) size += sizes[to]!;
    windows.push(placed.slice(from, to));
    if (to === placed.length) break;
    const overlapFrom = placed[to]!.startMs - OVERLAP_MS;
    let next = to;
    // At most half a window, or short windows would hardly move.
    while (next - 1 > from + (to - from) / 2 && placed[next - 1]!.startMs >= overlapFrom) next--;
    from = next;
  }

  return windows;
}

function cut(segment: PlacedSegment, mostTokens: number): PlacedSegment[] {
  const most = Math.max(200, (mostTokens - 20) * 4 - (segment.speaker ?? '').length);
  const pieces: PlacedSegment[] = [];
  let rest = segment.text;
  while (rest.length > most) {
    const space = rest.lastIndexOf(' ', most);
    const at = space > most / 2 ? space : most;
    pieces.push({ ...segment, text: rest.slice(0, at) });
    rest = rest.slice(at);
  }

  return [...pieces, { ...segment, text: rest }];
}
