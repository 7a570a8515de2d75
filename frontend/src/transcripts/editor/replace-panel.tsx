import type { SegmentView } from '@earmark/contracts/transcripts';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { placesOf } from './replacements.ts';
import type { Place } from './replacements.ts';

interface ReplacePanelProps {
  rows: readonly SegmentView[];
  /** `find` looks for the text as it was looked for here. */
  onReplace: (places: readonly Place[], by: string, find: (rows: readonly SegmentView[]) => Place[]) => void;
}

/** More than anybody looks through. */
const MAX_PLACES = 1000;
const AROUND = 60;
const NOTHING_LEFT_OUT: ReadonlySet<string> = new Set();

/** Finds text in the episode and shows every change before it is made. */
export function ReplacePanel({ rows, onReplace }: ReplacePanelProps) {
  const first = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [by, setBy] = useState('');
  const [wholeWord, setWholeWord] = useState(true);
  const [caseSensitive, setCaseSensitive] = useState(false);
  const [left, setLeft] = useState({ of: '', keys: NOTHING_LEFT_OUT });
  const sought = useDeferredValue(text);
  const find = useCallback(
    (among: readonly SegmentView[]) => placesOf(among, sought, { wholeWord, caseSensitive }),
    [sought, wholeWord, caseSensitive],
  );
  const places = useMemo(() => find(rows), [find, rows]);
  // Another search begins with all of its places.
  const search = `${wholeWord} ${caseSensitive} ${sought}`;
  const leftOut = left.of === search ? left.keys : NOTHING_LEFT_OUT;
  const chosen = places.filter(({ key }) => !leftOut.has(key));
  const isTooMuch = places.length > MAX_PLACES;
  useEffect(() => first.current?.focus(), []);
  const toggle = (key: string) => {
    const keys = new Set(leftOut);
    if (!keys.delete(key)) keys.add(key);
    setLeft({ of: search, keys });
  };

  return (
    <form
      aria-label="Find and replace"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0 && !isTooMuch) onReplace(chosen, by, find);
      }}
      className="border-line flex flex-col gap-3 border-b px-4 py-3"
    >
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          ref={first}
          label="Find"
          value={text}
          onChange={setText}
          maxLength={500}
          className="min-w-40 flex-1 sm:max-w-64"
        />
        <TextField
          label="Replace with"
          value={by}
          onChange={setBy}
          maxLength={2000}
          className="min-w-40 flex-1 sm:max-w-64"
        />
        <CheckField label="Whole words" value={wholeWord} onChange={setWholeWord} />
        <CheckField label="Match case" value={caseSensitive} onChange={setCaseSensitive} />
      </div>
      {sought.trim() !== '' && (
        <>
          <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
            <output className="text-ink-soft text-[13px] tabular-nums">
              {summaryOf(places.length, chosen.length)}
            </output>
            {/* Not disabled: it has the focus when nothing is left to replace. */}
            <Button
              type="submit"
              variant="solid"
              aria-disabled={chosen.length === 0 || isTooMuch}
              className="tabular-nums aria-disabled:opacity-50"
            >
              Replace {isTooMuch ? '' : chosen.length}
            </Button>
          </div>
          {places.length > 0 && !isTooMuch && (
            <ul aria-label="Changes" className="border-line max-h-60 overflow-y-auto rounded-md border">
              {places.map((place) => (
                <Change
                  key={place.key}
                  place={place}
                  by={by}
                  isChosen={!leftOut.has(place.key)}
                  onToggle={() => toggle(place.key)}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </form>
  );
}

function summaryOf(found: number, chosen: number): string {
  if (found === 0) return 'No matches';
  if (found > MAX_PLACES) return `${found} places are too many to look through. Write more of the text.`;

  return `${chosen} of ${found} ${found === 1 ? 'place' : 'places'} will be replaced`;
}

interface ChangeProps {
  place: Place;
  by: string;
  isChosen: boolean;
  onToggle: () => void;
}

function Change({ place: { segment, start, end }, by, isChosen, onToggle }: ChangeProps) {
  const { text, timeFormatted } = segment;

  return (
    <li className="border-line not-last:border-b [contain-intrinsic-size:auto_40px] [content-visibility:auto]">
      <label className="hover:bg-hover flex cursor-pointer gap-3 px-3 py-2 pointer-coarse:py-3">
        <input type="checkbox" checked={isChosen} onChange={onToggle} className="mt-0.5 size-4 shrink-0" />
        <span className="text-ink-soft shrink-0 text-[13px] tabular-nums">{timeFormatted}</span>
        <span className="min-w-0 wrap-anywhere">
          {start > AROUND && '…'}
          {text.slice(Math.max(0, start - AROUND), start)}
          <del className="word-removed">{text.slice(start, end)}</del>
          {by !== '' && <ins className="word-added">{by}</ins>}
          {text.slice(end, end + AROUND)}
          {text.length > end + AROUND && '…'}
        </span>
      </label>
    </li>
  );
}
