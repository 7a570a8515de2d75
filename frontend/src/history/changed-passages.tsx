import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { WordDiff } from '../kit/word-diff.tsx';

export interface ChangedPassage {
  readonly key: string;
  /** As this reader reads times. */
  readonly time: string;
  readonly from: { readonly speaker: string; readonly text: string } | null;
  readonly to: { readonly speaker: string; readonly text: string } | null;
  /** What the words do not show; null when they show all. */
  readonly note: string | null;
}

interface ChangedPassagesProps {
  passages: readonly ChangedPassage[];
  counts: readonly { readonly name: string; readonly from: number; readonly to: number }[];
}

const SHOWN_AT_FIRST = 20;

/** What became of a page since the moment it is shown as of. */
export function ChangedPassages({ passages, counts }: ChangedPassagesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? passages : passages.slice(0, SHOWN_AT_FIRST);

  return (
    <section aria-label="What changed since" className="border-line mt-3 border-t pt-3">
      <output className="block font-medium">{summaryOf(passages.length, counts.length)}</output>
      {counts.length > 0 && (
        <ul aria-label="Counts that changed" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
          {counts.map(({ name, from, to }) => (
            <li key={name}>
              {name}: {from} → {to}
            </li>
          ))}
        </ul>
      )}
      <ul aria-label="Segments that changed" className="mt-2 flex flex-col gap-2">
        {shown.map(({ key, time, from, to, note }) => (
          <li key={key} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
            <span className="text-ink-faint tabular-nums">{time}</span>
            <p className="wrap-anywhere">
              <span className="text-ink-soft font-medium">
                <WordDiff from={from?.speaker ?? null} to={to?.speaker ?? null} />:
              </span>{' '}
              <WordDiff from={from?.text ?? null} to={to?.text ?? null} />
              {note !== null && <span className="text-ink-faint"> {note}</span>}
            </p>
          </li>
        ))}
      </ul>
      {passages.length > shown.length && (
        <Button look="quiet" onClick={() => setWhole(true)} className="mt-2">
          Show all {passages.length.toLocaleString('en')}
        </Button>
      )}
    </section>
  );
}

function summaryOf(passages: number, counts: number): string {
  if (passages + counts === 0) return 'Nothing has changed since.';
  const parts = [
    passages > 0 && counted(passages, 'segment differs', 'segments differ'),
    counts > 0 && counted(counts, 'entity has another count', 'entities have other counts'),
  ];

  return `${parts.filter((part) => part !== false).join(', ')}.`;
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
