import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { WordDiff } from '../ui/word-diff.tsx';

export interface ChangedPassage {
  readonly key: string;
  /** In the reader's preferred time format. */
  readonly time: string;
  readonly from: { readonly speaker: string; readonly text: string } | null;
  readonly to: { readonly speaker: string; readonly text: string } | null;
  /** A note on what the text does not show; null when it shows everything. */
  readonly note: string | null;
}

/** An entity as it is listed; null where it is not listed. */
type Listed = { readonly name: string; readonly type: string; readonly count: number } | null;

interface ChangedPassagesProps {
  /** Accessible name of the comparison. */
  label: string;
  passages: readonly ChangedPassage[];
  entities: readonly { readonly entityId: string; readonly from: Listed; readonly to: Listed }[];
  /** As plain text, identical if only the markup differs; null when nothing differs. */
  description: { readonly from: string; readonly to: string } | null;
}

const SHOWN_AT_FIRST = 20;

/** The differences of a page between two moments. */
export function ChangedPassages({ label, passages, entities, description }: ChangedPassagesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? passages : passages.slice(0, SHOWN_AT_FIRST);

  return (
    <section aria-label={label} className="border-line mt-3 border-t pt-3">
      <output className="block font-medium">{summaryOf(passages.length, entities.length, description !== null)}</output>
      {entities.length > 0 && (
        <ul aria-label="Entities that changed" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
          {entities.map(({ entityId, from, to }) => (
            <li key={entityId}>
              <WordDiff from={(from ?? to)?.name ?? null} to={(to ?? from)?.name ?? null} />: {countWords(from, to)}
              {from !== null && to !== null && from.type !== to.type && `, ${from.type} → ${to.type}`}
            </li>
          ))}
        </ul>
      )}
      {description !== null && (
        <p className="mt-2 wrap-anywhere">
          <span className="text-ink-soft font-medium">Description:</span>{' '}
          {description.from === description.to ? (
            <span className="text-ink-faint">(formatting or links changed)</span>
          ) : (
            <WordDiff {...description} />
          )}
        </p>
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
        <Button variant="quiet" onClick={() => setWhole(true)} className="mt-2">
          Show all {passages.length.toLocaleString('en')}
        </Button>
      )}
    </section>
  );
}

/** `2 → 3`, or in words when the entity is in one list only. */
function countWords(from: Listed, to: Listed): string {
  if (from === null) return `added, ${to?.count ?? 0}`;
  if (to === null) return `removed, was ${from.count}`;

  return from.count === to.count ? String(to.count) : `${from.count} → ${to.count}`;
}

function summaryOf(passages: number, entities: number, hasDescription: boolean): string {
  if (passages + entities === 0 && !hasDescription) return 'Nothing differs.';
  const parts = [
    passages > 0 && counted(passages, 'segment differs', 'segments differ'),
    entities > 0 && counted(entities, 'entity differs', 'entities differ'),
    hasDescription && 'description changed',
  ];

  const words = parts.filter((part) => part !== false).join(', ');

  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
