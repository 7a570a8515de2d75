import type { CandidateStatus, ConfidenceBand } from '@earmark/contracts/discovery';
import type { SeriesCard } from '@earmark/contracts/series';
import type { EntityTypeView } from '@earmark/contracts/vocabulary';
import { clsx } from 'clsx';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextFilter } from '../ui/text-filter.tsx';
import { bandWords, statusWords } from './card-state.ts';
import type { CandidateSort, ReviewView } from './review-view.ts';
import { isNarrowed } from './review-view.ts';

export interface ViewNumbers {
  readonly total: { readonly cards: number; readonly candidates: number };
  readonly progress: { readonly decided: number; readonly mine: number; readonly pending: number };
  readonly types: readonly { readonly type: string; readonly count: number }[];
  readonly bands: readonly { readonly band: ConfidenceBand; readonly count: number }[];
}

interface ReviewFiltersProps {
  view: ReviewView;
  /** Undefined until they have come. */
  numbers: ViewNumbers | undefined;
  podcasts: readonly SeriesCard[];
  types: readonly EntityTypeView[];
  onChange: (change: Partial<ReviewView>) => void;
}

const ALL = '';
const STATUSES = [
  { value: 'pending', label: statusWords.pending },
  { value: 'approved', label: statusWords.approved },
  { value: 'rejected', label: statusWords.rejected },
  { value: ALL, label: 'All' },
] as const;
const SORTS: readonly { readonly value: CandidateSort; readonly label: string }[] = [
  { value: '-confidence', label: 'Most confident first' },
  { value: 'confidence', label: 'Least confident first' },
  { value: 'uncertainty', label: 'Most uncertain first' },
  { value: 'frequency', label: 'Most frequent first' },
  { value: 'gain', label: 'Most mentions gained first' },
  { value: 'newest', label: 'Newest first' },
];
const BANDS = [
  { band: 'high', from: 'from 0.8' },
  { band: 'medium', from: 'from 0.6' },
  { band: 'low', from: 'below 0.6' },
] as const;

/** Which candidates are in the queue, and in which order. */
export function ReviewFilters({ view, numbers, podcasts, types, onChange }: ReviewFiltersProps) {
  const nameOf = (type: string) => types.find(({ name }) => name === type)?.displayName ?? type;
  const counts = new Map(numbers?.bands.map(({ band, count }) => [band, count]));

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Choice<CandidateStatus | ''>
        label="Status"
        value={view.status ?? ALL}
        options={STATUSES}
        onChange={(status) => onChange({ status: status === ALL ? undefined : status })}
      />
      <TextFilter
        placeholder="Search by name"
        value={view.q}
        onChange={(q) => onChange({ q })}
        className="min-w-0 grow basis-44 sm:max-w-56"
      />
      <SelectField
        label="Category"
        hideLabel
        value={view.type ?? ALL}
        options={[
          { value: ALL, label: 'All categories' },
          ...(numbers?.types ?? (view.type === undefined ? [] : [{ type: view.type, count: null }])).map(
            ({ type, count }) => ({
              value: type,
              label: count === null ? nameOf(type) : `${nameOf(type)} (${count.toLocaleString('en-GB')})`,
            }),
          ),
        ]}
        onChange={(type) => onChange({ type: type === ALL ? undefined : type })}
        className="w-36 max-sm:w-full"
      />
      <SelectField
        label="Podcast"
        hideLabel
        value={view.podcast ?? ALL}
        options={[
          { value: ALL, label: 'All podcasts' },
          ...podcasts.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(podcast) => onChange({ podcast: podcast === ALL ? undefined : podcast })}
        className="w-40 max-sm:w-full"
      />
      <fieldset aria-label="Confidence" className="flex flex-wrap gap-1.5">
        {BANDS.map(({ band, from }) => {
          const isChosen = view.band === band;

          return (
            <button
              key={band}
              type="button"
              aria-pressed={isChosen}
              title={`Confidence ${from}`}
              onClick={() => onChange({ band: isChosen ? undefined : band })}
              className={clsx(
                'inline-flex h-8 items-center gap-1.5 rounded-md border px-2.5 text-[13px] pointer-coarse:h-11',
                isChosen
                  ? 'border-accent bg-accent-soft text-accent-strong font-medium'
                  : 'border-line bg-surface hover:bg-hover',
              )}
            >
              {bandWords[band]}
              {numbers !== undefined && (
                <span className="text-ink-soft tabular-nums">{(counts.get(band) ?? 0).toLocaleString('en-GB')}</span>
              )}
            </button>
          );
        })}
      </fieldset>
      {view.episode !== undefined && (
        <Button onClick={() => onChange({ episode: undefined })}>One episode only ×</Button>
      )}
      {isNarrowed(view) && (
        <Button
          variant="quiet"
          onClick={() =>
            onChange({ type: undefined, band: undefined, podcast: undefined, episode: undefined, q: undefined })
          }
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}

/** In which order the queue is. */
export function SortField({ view, onChange }: Pick<ReviewFiltersProps, 'view' | 'onChange'>) {
  return (
    <SelectField
      label="Sort by"
      hideLabel
      value={view.sort ?? '-confidence'}
      options={SORTS}
      onChange={(sort) => onChange({ sort })}
      className="w-52 max-sm:w-full"
    />
  );
}
