import { useDeferredValue, useMemo, useState } from 'react';
import { matchesOfText, oneByOne } from './matches.ts';
import type { Marking, TextOptions } from './matches.ts';

const LONGEST = 500;

/** What the reader looks for in the transcript, and where it stands. Every place counts, not every segment. */
export function useFind(segments: readonly { readonly text: string }[]) {
  const [openFrom, setOpenFrom] = useState<number | null>(null);
  const [text, setText] = useState('');
  const [options, setOptions] = useState<TextOptions>({ wholeWord: false, caseSensitive: false });
  const isOpen = openFrom !== null;
  const sought = useDeferredValue(isOpen ? text.slice(0, LONGEST) : '');
  const marking = useMemo((): Marking | null => {
    if (sought.trim() === '') return null;
    const matches = oneByOne(matchesOfText(segments, sought, options));
    const key = `find ${options.wholeWord} ${options.caseSensitive} ${sought}`;

    return { key, text: sought, kind: 'text', matches, total: matches.length, href: null };
  }, [segments, sought, options]);
  const firstAt = useMemo(
    () => Math.max(0, marking?.matches.findIndex(({ segmentIndex }) => segmentIndex >= (openFrom ?? 0)) ?? 0),
    [marking, openFrom],
  );

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
