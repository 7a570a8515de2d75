import type { EntityTypeView } from '@earmark/contracts/vocabulary';
import { clsx } from 'clsx';
import { bandWords } from './card-state.ts';
import { shareRight, shareWords, sumOf } from './quality.ts';
import type { Counts, ModelRows } from './quality.ts';

const PARTS = [
  { key: 'approved', label: 'Approved', look: 'bg-good' },
  { key: 'corrected', label: 'Corrected', look: 'bg-warn' },
  { key: 'rejected', label: 'Rejected', look: 'bg-bad' },
  { key: 'pending', label: 'Pending', look: 'bg-line-strong' },
] as const;
const BANDS = ['high', 'medium', 'low'] as const;

interface QualityChartProps {
  model: ModelRows;
  types: readonly EntityTypeView[];
}

/** What became of a model's proposals, a bar for each band and each category; the table has the same numbers. */
export function QualityChart({ model: { name, rows, sum }, types }: QualityChartProps) {
  const bands = BANDS.map((band) => ({
    key: band,
    label: bandWords[band],
    counts: sumOf(rows.filter((row) => row.band === band)),
  }));
  const categories = [...new Set(rows.map(({ type }) => type))]
    .map((type) => ({
      key: type,
      label: types.find((one) => one.name === type)?.displayName ?? type,
      counts: sumOf(rows.filter((row) => row.type === type)),
    }))
    .toSorted((one, other) => other.counts.proposed - one.counts.proposed);

  return (
    <figure aria-label={`What became of the proposals of ${name}`} className="flex flex-col gap-4 p-4">
      <figcaption className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="text-[15px] font-semibold">{name}</span>
        <span className="text-ink-soft text-[13px] tabular-nums">
          {shareWords(shareRight(sum))} right of {(sum.proposed - sum.pending).toLocaleString('en-GB')} decided,{' '}
          {sum.pending.toLocaleString('en-GB')} pending
        </span>
        <span className="ml-auto flex flex-wrap gap-x-3 gap-y-1 text-[13px]" aria-hidden="true">
          {PARTS.map(({ key, label, look }) => (
            <span key={key} className="inline-flex items-center gap-1.5">
              <span className={clsx('size-2.5 rounded-sm', look)} />
              {label}
            </span>
          ))}
        </span>
      </figcaption>
      <div className="grid gap-6 lg:grid-cols-2">
        <Bars title="By confidence" bars={bands.filter(({ counts }) => counts.proposed > 0)} />
        <Bars title="By category" bars={categories} />
      </div>
    </figure>
  );
}

interface BarsProps {
  title: string;
  bars: readonly { readonly key: string; readonly label: string; readonly counts: Counts }[];
}

function Bars({ title, bars }: BarsProps) {
  const largest = Math.max(1, ...bars.map(({ counts }) => counts.proposed));

  return (
    <div className="min-w-0">
      <h3 className="text-ink-soft text-[13px] font-medium">{title}</h3>
      <ul className="mt-1.5 flex flex-col gap-1.5">
        {bars.map(({ key, label, counts }) => (
          <li key={key} className="grid grid-cols-[minmax(0,7rem)_minmax(0,1fr)_3rem] items-center gap-2 text-[13px]">
            <span className="truncate" title={label}>
              {label}
            </span>
            <span
              aria-hidden="true"
              className="flex h-4 gap-px"
              style={{ width: `${Math.max(2, (counts.proposed / largest) * 100)}%` }}
            >
              {PARTS.filter((part) => counts[part.key] > 0).map((part) => (
                <span
                  key={part.key}
                  title={`${part.label}: ${counts[part.key].toLocaleString('en-GB')}`}
                  className={clsx('h-full min-w-0.5 first:rounded-l last:rounded-r', part.look)}
                  style={{ flexGrow: counts[part.key] }}
                />
              ))}
            </span>
            <span className="text-right tabular-nums">
              <span className="sr-only">
                {PARTS.map((part) => `${counts[part.key]} ${part.label.toLowerCase()}`).join(', ')}; right:{' '}
              </span>
              {shareWords(shareRight(counts))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
