import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { mentionsOf, placeOf } from './number-words.ts';
import { WhyNumber } from './why-number.tsx';
import type { ShownNumber } from './why.api.ts';

const FOLDED_COUNT = 8;

interface TotalBarsProps {
  title: string;
  /** By count descending. */
  totals: readonly {
    readonly key: string;
    readonly name: ReactNode;
    readonly count: number;
    /** The number behind the count; null where it has no breakdown. */
    readonly number: ShownNumber | null;
    readonly note: string | null;
  }[];
  emptyText: string;
}

/** A ranking with a bar behind each number; collapsed to the first eight. */
export function TotalBars({ title, totals, emptyText }: TotalBarsProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const largest = totals[0]?.count ?? 1;
  const shown = isOpen ? totals : totals.slice(0, FOLDED_COUNT);

  return (
    <section aria-labelledby={id} className="bg-surface border-line min-w-0 rounded-md border p-4">
      <h2 id={id} className="text-[15px] font-semibold">
        {title}
      </h2>
      {totals.length === 0 && <p className="text-ink-soft mt-2">{emptyText}</p>}
      <ol className="mt-2">
        {shown.map(({ key, name, count, number, note }) => (
          <li key={key} className="py-1.5">
            <div className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate">{name}</span>
              <span className="shrink-0 tabular-nums">
                {number === null ? (
                  <Count count={count} />
                ) : (
                  <WhyNumber number={number} label={`${mentionsOf(count)} ${placeOf(number.scope)}`}>
                    <Count count={count} />
                  </WhyNumber>
                )}
                {note !== null && <span className="text-ink-faint text-[13px]"> {note}</span>}
              </span>
            </div>
            <div aria-hidden="true" className="bg-hover mt-1 h-1.5 rounded-full">
              <div className="bg-accent h-full min-w-1 rounded-full" style={{ width: `${(count / largest) * 100}%` }} />
            </div>
          </li>
        ))}
      </ol>
      {totals.length > FOLDED_COUNT && (
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="mt-1 -ml-3">
          {isOpen ? 'Show fewer' : `Show all ${totals.length}`}
        </Button>
      )}
    </section>
  );
}

function Count({ count }: { count: number }) {
  return (
    <>
      {count.toLocaleString('en-GB')}
      <span className="sr-only"> {count === 1 ? 'mention' : 'mentions'}</span>
    </>
  );
}
