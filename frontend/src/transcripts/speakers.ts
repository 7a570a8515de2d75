import { UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import type { Hue } from '../ui/hue.ts';

export interface Speaker {
  readonly name: string;
  readonly hue: Hue;
  /** Indices of the segments with which a turn begins, ascending. */
  readonly turns: readonly number[];
}

// Far apart on the wheel for the first speakers; the name always stands beside the colour.
const HUES: readonly Hue[] = ['indigo', 'orange', 'teal', 'pink', 'lime', 'sky', 'amber', 'purple', 'emerald', 'red'];

/** Who speaks, in the order of their first words, and where. Segments of nobody known are left out. */
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
