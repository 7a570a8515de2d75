import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { matchesOfText, oneByOne } from './matches.ts';
import type { Marking, TextOptions } from './matches.ts';

const LONGEST = 500;

const SETTLES_AFTER_MS = 400;

/** What is looked for, as the address says it. */
export interface TranscriptSearch {
  /** Empty for none; then the find bar is closed. */
  readonly sought: string;
  /** Called when what is looked for has settled; empty when nothing is. */
  readonly onSeek: (text: string) => void;
}

interface Spoken {
  readonly text: string;
  readonly speaker: string;
}

/**
 * What the reader looks for in the transcript, or in what one speaker says, and where it stands. Every place counts, not
 * every segment. It begins with the text of the address, if any, says there what it has settled on, and follows it.
 */
export function useFind(
  segments: readonly Spoken[],
  speaker: string | null,
  { sought: given, onSeek }: TranscriptSearch,
) {
  const [openFrom, setOpenFrom] = useState<number | null>(given === '' ? null : 0);
  const [text, setText] = useState(given);
  const [options, setOptions] = useState<TextOptions>({ wholeWord: false, caseSensitive: false });
  const isOpen = openFrom !== null;
  const sought = useDeferredValue(isOpen ? text.slice(0, LONGEST) : '');
  const marking = useMemo((): Marking | null => {
    if (sought.trim() === '') return null;
    const matches = oneByOne(matchesOfText(segments, sought, options)).filter(
      ({ segmentIndex }) => speaker === null || segments[segmentIndex]?.speaker === speaker,
    );
    const key = `find ${options.wholeWord} ${options.caseSensitive} ${speaker ?? ''} ${sought}`;

    return { key, text: sought, kind: 'text', matches, total: matches.length, href: null };
  }, [segments, speaker, sought, options]);
  const firstAt = useMemo(
    () => Math.max(0, marking?.matches.findIndex(({ segmentIndex }) => segmentIndex >= (openFrom ?? 0)) ?? 0),
    [marking, openFrom],
  );

  const wanted = isOpen ? text.slice(0, LONGEST).trim() : '';
  /** What the address says by this one's doing, or what was taken over from it. */
  const agreed = useRef(given);
  const say = useEffectEvent(() => {
    if (wanted === given) return;
    agreed.current = wanted;
    onSeek(wanted);
  });
  useEffect(() => {
    const timer = setTimeout(() => say(), SETTLES_AFTER_MS);

    return () => clearTimeout(timer);
  }, [wanted]);
  // The way back, or a link, has led to another address of the same page.
  useEffect(() => {
    if (given === agreed.current) return;
    agreed.current = given;
    setText(given);
    setOpenFrom(given === '' ? null : 0);
  }, [given]);

  return {
    isOpen,
    text,
    options,
    marking,
    firstAt,
    /** Opens it; the first match shown is the next one from this segment on. */
    open: setOpenFrom,
    close: () => setOpenFrom(null),
    setText,
    setOptions,
  };
}
