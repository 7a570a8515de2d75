import type { SearchOptions, SearchSort } from '@earmark/contracts/search';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useMediaQuery } from '../kit/media-query.ts';
import { Button } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { TextField } from '../ui/text-field.tsx';
import { OptionField } from './option-field.tsx';
import { speakersOf } from './option-names.ts';
import { searchOptions } from './search.api.ts';
import { CRITERIA, sortOf } from './search-state.ts';
import type { SearchState } from './search-state.ts';

interface CriteriaFormProps {
  state: SearchState;
  onChange: (change: Partial<SearchState>) => void;
}

/** The criteria as fields, another face of what the box says; folded away on small screens. */
export function CriteriaForm(props: CriteriaFormProps) {
  const isWide = useMediaQuery('(min-width: 768px)');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (isWide) return <LoadedFields {...props} />;
  const { state } = props;
  const set = CRITERIA.filter((name) => state[name] !== '').length + (state.minMentions > 1 ? 1 : 0);

  return (
    <div className="flex flex-col gap-3">
      <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)} className="self-start">
        Criteria{set > 0 && ` (${set})`}
        <ChevronDown aria-hidden="true" className={clsx('size-4', isOpen && 'rotate-180')} />
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <LoadedFields {...props} />}
      </div>
    </div>
  );
}

function LoadedFields(props: CriteriaFormProps) {
  const query = useQuery(searchOptions);

  return (
    <Fetched
      query={query}
      pending={<CriteriaSkeleton />}
      failed={<LoadingFailed query={query} level={2} title="Could not load the criteria" className="py-4!" />}
    >
      {(options) => <Fields options={options} {...props} />}
    </Fetched>
  );
}

const grid = 'grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5';

function Fields({ options, state, onChange }: CriteriaFormProps & { options: SearchOptions }) {
  const { entities, categories, podcasts, episodes, minMentionsOptions, sortByOptions } = options;
  const named = [
    ['entity', 'Entity', 'All entities', entities],
    ['category', 'Category', 'All categories', categories],
    ['speaker', 'Speaker', 'All speakers', speakersOf(options, state.podcast)],
    ['podcast', 'Podcast', 'All podcasts', podcasts],
    ['episode', 'Episode', 'All episodes', episodes],
  ] as const;
  const counts = minMentionsOptions.map(({ value, label }) => ({ value: String(value), label }));
  const count = String(state.minMentions);
  // Without words everything is equally relevant.
  const sorts = sortByOptions.filter(({ value }) => value !== 'relevance' || state.words !== '');

  return (
    <fieldset className={grid}>
      <legend className="sr-only">Criteria</legend>
      {named.map(([name, label, all, offered]) => (
        <OptionField
          key={name}
          label={label}
          all={all}
          value={state[name]}
          options={offered}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <SelectField
        label="Minimum mentions"
        value={count}
        options={
          counts.some(({ value }) => value === count) ? counts : [...counts, { value: count, label: `${count}+` }]
        }
        onChange={(value) => onChange({ minMentions: Number(value) })}
      />
      {/* Another value from outside replaces what is being typed. */}
      <DateField key={`from ${state.from}`} label="After" value={state.from} onChange={(from) => onChange({ from })} />
      <DateField key={`to ${state.to}`} label="Before" value={state.to} onChange={(to) => onChange({ to })} />
      <SelectField
        label="Sort by"
        value={sortOf(state)}
        options={sorts}
        onChange={(sortBy) => onChange({ sortBy: sortNamed(sortBy) })}
      />
    </fieldset>
  );
}

const sortNamed = (name: string): SearchSort => (name === 'relevance' || name === 'mentions' ? name : 'date');

const DAY_OR_YEAR = /^(?:\d{4}(?:-\d{2}-\d{2})?)?$/u;

interface DateFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A year or a day, which counts when the field is left or Enter is pressed. */
function DateField({ label, value, onChange }: DateFieldProps) {
  const [typed, setTyped] = useState(value);
  const isDate = DAY_OR_YEAR.test(typed.trim());
  const settle = () => {
    if (isDate && typed.trim() !== value) onChange(typed.trim());
  };

  return (
    <TextField
      label={label}
      value={typed}
      onChange={setTyped}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
      placeholder="2026 or 2026-03-31"
      inputMode="numeric"
      fault={isDate ? null : 'Write a year or a day: 2026 or 2026-03-31'}
    />
  );
}

function CriteriaSkeleton() {
  return (
    <Loading label="Loading the criteria" className={grid}>
      {Array.from({ length: 9 }, (_, index) => (
        <div key={index} className="flex h-15 flex-col justify-end pointer-coarse:h-17">
          <Skeleton className="h-9 pointer-coarse:h-11" />
        </div>
      ))}
    </Loading>
  );
}
