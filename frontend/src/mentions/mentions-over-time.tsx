import type { EntityPage } from '@earmark/contracts/mentions';
import { useMemo, useState } from 'react';
import { Notice } from '../ui/notice.tsx';
import { Choice } from '../ui/choice.tsx';
import { MentionChart } from './mention-chart.tsx';
import { measureOf } from './mention-measure.ts';
import type { Measure } from './mention-measure.ts';
import { periodsOf } from './mention-periods.ts';
import type { Period } from './mention-periods.ts';

/** How often the entity is mentioned by time of publication: per hour of transcript or raw, as a chart or a table. */
export function MentionsOverTime({ months }: { months: EntityPage['months'] }) {
  const [measure, setMeasure] = useState<Measure>('perHour');
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const periods = useMemo(() => periodsOf(months), [months]);
  const hasAny = periods.some(({ count }) => count > 0);

  return (
    <section aria-labelledby="over-time" className="bg-surface border-line rounded-md border">
      <div className="border-line flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2.5">
        <h2 id="over-time" className="text-[15px] font-semibold">
          Mentions over time
        </h2>
        {hasAny && (
          <div className="flex flex-wrap gap-2">
            <Choice
              label="Measure"
              value={measure}
              options={[
                { value: 'perHour', label: 'Per hour' },
                { value: 'count', label: 'Raw count' },
              ]}
              onChange={setMeasure}
            />
            <Choice
              label="View"
              value={view}
              options={[
                { value: 'chart', label: 'Chart' },
                { value: 'table', label: 'Table' },
              ]}
              onChange={setView}
            />
          </div>
        )}
      </div>
      {!hasAny ? (
        <Notice title="No dated mentions">No episode that mentions it has a publication date.</Notice>
      ) : view === 'chart' ? (
        <MentionChart periods={periods} measure={measure} />
      ) : (
        <PeriodTable periods={periods} />
      )}
      {hasAny && (
        <p className="text-ink-faint px-4 pb-3 text-[13px] text-pretty">
          {measure === 'perHour'
            ? 'Mentions per hour of transcript published in that time, so that more episodes alone do not make a peak.'
            : 'Mentions in episodes published in that time, however much was published.'}
        </p>
      )}
    </section>
  );
}

// Focusable, so that it can be scrolled with the keyboard.
const REACHABLE = 0;

function PeriodTable({ periods }: { periods: readonly Period[] }) {
  return (
    <section
      aria-label="Mentions over time, table"
      tabIndex={REACHABLE}
      className="m-4 max-h-80 overflow-auto overscroll-contain focus-visible:outline-offset-0"
    >
      <table className="w-full text-right tabular-nums">
        <caption className="sr-only">Mentions by publication date</caption>
        <thead className="bg-surface sticky top-0">
          <tr className="text-ink-soft text-[13px] [&>th]:border-line [&>th]:border-b [&>th]:px-2 [&>th]:py-1.5 [&>th]:font-medium">
            <th scope="col" className="text-left">
              Published
            </th>
            <th scope="col">Mentions</th>
            <th scope="col">Hours</th>
            <th scope="col">Per hour</th>
          </tr>
        </thead>
        <tbody>
          {periods.toReversed().map((period) => (
            <tr key={period.label} className="[&>*]:border-line [&>*]:border-b [&>*]:px-2 [&>*]:py-1.5">
              <th scope="row" className="text-left font-normal whitespace-nowrap">
                {period.label}
              </th>
              <td>{measureOf(period, 'count')}</td>
              <td>{period.hours.toFixed(1)}</td>
              <td>{measureOf(period, 'perHour')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
