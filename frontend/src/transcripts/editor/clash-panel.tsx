import { formatClock } from '@earmark/contracts/kit';
import type { SegmentView } from '@earmark/contracts/transcripts';
import { diffWordsWithSpace } from 'diff';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConflictPanel } from '../../ui/conflict-panel.tsx';
import { inputClasses } from '../../ui/text-field.tsx';
import type { Draft } from './draft.ts';
import { SOMEBODY } from './draft-store.ts';

interface ClashPanelProps {
  ref: Ref<HTMLElement>;
  draft: Draft;
  onResolve: (id: string, chosen: SegmentView | null) => void;
}

/** Segments that somebody else has changed too: both sides word by word, to choose from. */
export function ClashPanel({ ref, draft, onResolve }: ClashPanelProps) {
  const { rows, theirs, clashes, changedBy } = draft;
  const find = (list: readonly SegmentView[], id: string) => list.find((row) => row.id === id) ?? null;

  return (
    <ConflictPanel
      ref={ref}
      isStrip
      title={
        <>
          {clashes.size === 1 ? 'One segment was' : `${clashes.size} segments were`} changed on both sides. Choose what
          stands, then save again.
        </>
      }
    >
      <ul className="flex max-h-120 flex-col gap-3 overflow-y-auto">
        {[...clashes.keys()].map((id) => (
          <Clash
            key={id}
            by={changedBy.get(id) ?? SOMEBODY}
            mine={find(rows, id)}
            theirs={find(theirs, id)}
            onResolve={(chosen) => onResolve(id, chosen)}
          />
        ))}
      </ul>
    </ConflictPanel>
  );
}

interface ClashProps {
  by: string;
  mine: SegmentView | null;
  theirs: SegmentView | null;
  onResolve: (chosen: SegmentView | null) => void;
}

function Clash({ by, mine, theirs, onResolve }: ClashProps) {
  const [text, setText] = useState<string | null>(null);
  const shown = theirs ?? mine;
  if (shown === null) return null;
  const own = mine ?? shown;

  return (
    <li className="bg-surface border-line rounded-md border p-3">
      <p className="text-ink-soft text-[13px]">
        <span className="tabular-nums">{formatClock(shown.startTime)}</span>, changed by {by}
      </p>
      <div className="mt-2 grid gap-3 md:grid-cols-2">
        <Side title="Mine" segment={mine} other={theirs}>
          {text !== null && <OwnText value={text} onChange={setText} />}
        </Side>
        <Side title={`Theirs (${by})`} segment={theirs} other={mine} />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {text === null ? (
          <>
            <Button onClick={() => onResolve(mine)}>Keep mine</Button>
            <Button onClick={() => onResolve(theirs)}>Take theirs</Button>
            <Button onClick={() => setText(own.text)}>Edit</Button>
          </>
        ) : (
          <>
            <Button
              variant="solid"
              disabled={text.trim() === ''}
              onClick={() => onResolve({ ...own, text: text.trim() })}
            >
              Use this text
            </Button>
            <Button onClick={() => setText(null)}>Back</Button>
          </>
        )}
      </div>
    </li>
  );
}

function OwnText({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);

  return (
    <textarea
      ref={area}
      aria-label="Text"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${inputClasses} mt-1 field-sizing-content h-auto! min-h-18 py-2`}
    />
  );
}

interface SideProps {
  title: string;
  segment: SegmentView | null;
  other: SegmentView | null;
  /** In place of the text. */
  children?: ReactNode;
}

function Side({ title, segment, other, children }: SideProps) {
  return (
    <div className="min-w-0">
      <p className="text-[13px] font-semibold">{title}</p>
      {segment === null ? (
        <p className="text-ink-soft mt-1">Deleted</p>
      ) : (
        <>
          <p className="text-ink-soft text-[13px] tabular-nums">
            {formatClock(segment.startTime)}–{formatClock(segment.endTime)}, {segment.speaker}
          </p>
          {children || (
            <p className="mt-1 wrap-anywhere">
              {wordsOf(segment.text, other?.text ?? segment.text).map(({ text, isOnlyHere }, at) =>
                isOnlyHere ? (
                  <ins key={at} className="word-added">
                    {text}
                  </ins>
                ) : (
                  text
                ),
              )}
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** The text cut into what the other has too and what it has not. */
const wordsOf = (text: string, other: string): { text: string; isOnlyHere: boolean }[] =>
  diffWordsWithSpace(other, text).flatMap(({ value, added, removed }) =>
    removed ? [] : [{ text: value, isOnlyHere: added }],
  );
