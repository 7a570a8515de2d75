import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { matchesOfText, oneByOne } from './matches.ts';
import type { Marking, TextOptions } from './matches.ts';

const LONGEST = 500;

const SETTLES_AFTER_MS = 400;

/** The search text in the address. */
export interface TranscriptSearch {
  /** Empty for none, which closes the find bar. */
  readonly sought: string;
  /** Called with the search text once typing pauses; empty for none. */
  readonly onSeek: (text: string) => void;
}

interface Spoken {
  readonly text: string;
  readonly speaker: string;
}

/**
 * The reader's search in the transcript, or in one speaker's segments, and its matches. Every occurrence counts, not every
 * segment. It starts with the text in the address, if any, writes the settled text back, and follows later changes of the
 * address. `from`: index of the segment from which on the text in the address is looked for first.
 */
export function useFind(
  segments: readonly Spoken[],
  speaker: string | null,
  { sought: given, onSeek }: TranscriptSearch,
  from: number,
) {
  const [openFrom, setOpenFrom] = useState<number | null>(given === '' ? null : from);
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
  /** The text last written to the address or taken from it. */
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
  // Back, or a link, has changed the address of the same page.
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
    /** Opens the search; the first match shown is the next one from this segment on. */
    open: setOpenFrom,
    close: () => setOpenFrom(null),
    setText,
    setOptions,
  };
}
