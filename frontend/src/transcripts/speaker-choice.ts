import { useMemo, useState } from 'react';
import { turnsMarking } from './matches.ts';
import type { Marking } from './matches.ts';
import { turnFrom } from './speakers.ts';
import type { Speaker } from './speakers.ts';

interface Chosen {
  readonly name: string;
  /** Which of the speaker's turns is the first to be marked, counted from 0. */
  readonly turn: number;
  /** Whether the turn is marked where it is, because the reader has clicked it. */
  readonly isClicked: boolean;
  /** Key of what else is marked; null for nothing. */
  readonly over: string | null;
  /** Number of this choice: the same turn can be chosen again. */
  readonly choice: number;
}

interface SpeakerChoice {
  /** Name of the chosen speaker; null for all. */
  readonly speaker: string | null;
  /** The turns to step through; null for all speakers. */
  readonly turns: Marking | null;
  readonly firstTurn: number;
  readonly isClicked: boolean;
  /** Goes to the first turn from this segment on, else to the last one. */
  readonly choose: (name: string, segmentIndex: number, how: 'clicked' | 'listed') => void;
  readonly clear: () => void;
}

/**
 * The speaker whose turns are marked in place of `marking`. Either choice ends the other: `onChoose` clears the marking, and
 * marking something clears the speaker.
 */
export function useSpeakerChoice(
  speakers: readonly Speaker[],
  marking: Marking | null,
  onChoose: () => void,
): SpeakerChoice {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const underneath = marking?.key ?? null;
  if (chosen !== null && chosen.over !== underneath)
    setChosen(underneath === null ? { ...chosen, over: underneath } : null);
  const { name = null, choice = 0 } = chosen ?? {};
  const turns = useMemo(
    () =>
      turnsMarking(
        speakers.find((speaker) => speaker.name === name),
        choice,
      ),
    [speakers, name, choice],
  );

  return {
    speaker: name,
    turns,
    firstTurn: chosen?.turn ?? 0,
    isClicked: chosen?.isClicked ?? false,
    choose: (next, segmentIndex, how) => {
      const theirs = speakers.find((speaker) => speaker.name === next)?.turns ?? [];
      setChosen({
        name: next,
        turn: turnFrom(theirs, segmentIndex),
        isClicked: how === 'clicked',
        over: underneath,
        choice: choice + 1,
      });
      if (marking !== null) onChoose();
    },
    clear: () => setChosen(null),
  };
}
