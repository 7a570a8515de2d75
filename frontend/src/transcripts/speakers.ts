import { UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import type { Hue } from '../ui/hue.ts';

export interface Speaker {
  readonly name: string;
  readonly hue: Hue;
  /** Indices of the segments that start a turn, ascending. */
  readonly turns: readonly number[];
}

// The first speakers get hues far apart; the name is always next to the colour.
const HUES: readonly Hue[] = ['indigo', 'orange', 'teal', 'pink', 'lime', 'sky', 'amber', 'purple', 'emerald', 'red'];

/** The speakers in order of appearance, with their turns. Segments by unknown speakers are left out. */
export function speakersOf(segments: readonly { readonly speaker: string }[]): Speaker[] {
  const turnsOf = new Map<string, number[]>();
  segments.forEach(({ speaker }, index) => {
    if (speaker === UNKNOWN_SPEAKER || segments[index - 1]?.speaker === speaker) return;
    const turns = turnsOf.get(speaker);
    if (turns === undefined) turnsOf.set(speaker, [index]);
    else turns.push(index);
  });

  return [...turnsOf].map(([name, turns], index) => ({ name, hue: HUES[index % HUES.length] ?? 'gray', turns }));
}

/** Position of the first turn that starts at this segment or after it, else of the last turn; 0 when there is none. */
export function turnFrom(turns: readonly number[], segmentIndex: number): number {
  const next = turns.findIndex((start) => start >= segmentIndex);

  return next === -1 ? Math.max(0, turns.length - 1) : next;
}
