import type { RecordedSegment } from '@earmark/contracts/transcripts';
import { longestRise } from '../formats/longest-rise.ts';
import { A_MOMENT_MS, clockRestarts } from '../formats/repair-cues.ts';
import { timed } from '../formats/repair-times.ts';

export interface Times {
  readonly startMs: number;
  readonly endMs: number;
}

/** Parts of a transcript in each of which the clock starts again, as a compilation has; one part as a rule. */
export function partsOf<Item extends Times>(items: readonly Item[]): Item[][] {
  const bounds = [0, ...clockRestarts(items), items.length];

  return bounds.slice(0, -1).map((from, index) => items.slice(from, bounds[index + 1]));
}

/** The indexes of starts that lie more than a moment before or after where their neighbours put them. */
export function straysOf(starts: readonly number[]): number[] {
  const anchors = longestRise(starts);
  const strays: number[] = [];
  let next = 0;
  starts.forEach((start, index) => {
    if (anchors[next] === index) {
      next += 1;
      return;
    }
    const before = next === 0 ? 0 : starts[anchors[next - 1]!]!;
    const after = next === anchors.length ? Infinity : starts[anchors[next]!]!;
    if (start < before - A_MOMENT_MS || start > after + A_MOMENT_MS) strays.push(index);
  });

  return strays;
}

/** Estimates the times of stray segments from those around them, by the length of the text. */
export function withoutStrays(part: readonly RecordedSegment[], strays: readonly number[]): Times[] {
  const isStray = new Set(strays);
  const cues = part.map(({ startMs, endMs, text }, index) => ({
    startMs: isStray.has(index) ? null : startMs,
    endMs: isStray.has(index) ? null : endMs,
    speaker: null,
    text,
    stamps: [],
  }));

  return timed(cues, 'turns', null).cues;
}

/** Times for segments that have none, spread over the audio by the length of the text. */
export function spreadOver(segments: readonly RecordedSegment[], durationMs: number): Times[] {
  const cues = segments.map(({ text }) => ({ startMs: null, endMs: null, speaker: null, text, stamps: [] }));

  return timed(cues, 'turns', durationMs).cues;
}
