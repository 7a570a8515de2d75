import type { RawCue } from './raw-transcript.ts';

/** WhisperX leaves out the speaker where it is unsure: the nearest segment within 2 s lends its own, else it stays null. */
export function nearestSpeakers(cues: readonly RawCue[]): RawCue[] {
  return cues.map((one, index) => {
    if (one.speaker !== null) return one;
    const before = cues[index - 1];
    const after = cues[index + 1];
    const gapBefore = before?.speaker ? Math.abs((one.startMs ?? Infinity) - (before.endMs ?? 0)) : Infinity;
    const gapAfter = after?.speaker ? Math.abs((after.startMs ?? Infinity) - (one.endMs ?? 0)) : Infinity;
    const nearest = gapAfter < gapBefore ? after : before;
    return Math.min(gapBefore, gapAfter) <= 2000 && nearest !== undefined ? { ...one, speaker: nearest.speaker } : one;
  });
}
