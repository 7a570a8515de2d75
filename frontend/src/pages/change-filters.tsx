import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { FEATURES } from '../history/subject.ts';
import type { Feature, LogFilter } from '../history/subject.ts';
import { seriesCards } from '../series/series.api.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';

const ALL = 'all';
const FEATURE_NAMES: Record<Feature, string> = {
  series: 'Podcasts',
  episodes: 'Episodes',
  transcripts: 'Transcripts',
  entities: 'Entities of episodes',
  vocabulary: 'Categories, entities, patterns',
  recounts: 'Recounts',
  pipeline: 'Processing',
  uploads: 'Uploads to the assistant',
  library: 'Sample library',
  history: 'Undo',
};

interface ChangeFiltersProps {
  filter: LogFilter;
  onChoose: (name: string, value: string | null) => void;
  /** Null while nothing is filtered. */
  onClear: (() => void) | null;
}

/** By words, person, kind, podcast and day. */
export function ChangeFilters({ filter, onChoose, onClear }: ChangeFiltersProps) {
  const { actor, feature, podcast, from, to, text } = filter;
  const { data: series = [] } = useQuery(seriesCards);
  const podcasts = series
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ slug, name }) => ({ value: slug, label: name }));
  // A link may filter by something that is not in the list.
  const asked = podcast === null || podcasts.some(({ value }) => value === podcast) ? [] : [podcast];
  const isSpan = from === null || to === null || from <= to;

  return (
    <section aria-label="Filters" className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3 xl:grid-cols-6">
      <TypedField
        label="Words"
        placeholder="In what was changed"
        value={text}
        onChoose={(words) => onChoose('text', words)}
        className="max-sm:col-span-2"
      />
      <TypedField
        label="By"
        placeholder="Everybody"
        value={actor}
        onChoose={(name) => onChoose('actor', name)}
        className="max-sm:col-span-2"
      />
      <SelectField
        label="Kind"
        value={feature ?? ALL}
        options={[
          { value: ALL, label: 'All kinds' },
          ...FEATURES.map((value) => ({ value, label: FEATURE_NAMES[value] })),
        ]}
        onChange={(value) => onChoose('kind', value === ALL ? null : value)}
      />
      <SelectField
        label="Podcast"
        value={podcast ?? ALL}
        options={[
          { value: ALL, label: 'All podcasts' },
          ...podcasts,
          ...asked.map((value) => ({ value, label: value })),
        ]}
        onChange={(value) => onChoose('podcast', value === ALL ? null : value)}
      />
      <TextField label="From" type="date" value={from ?? ''} onChange={(value) => onChoose('from', value)} />
      <TextField
        label="To"
        type="date"
        value={to ?? ''}
        onChange={(value) => onChoose('to', value)}
        fault={isSpan ? null : 'The last day is before the first.'}
      />
      {onClear !== null && (
        <Button onClick={onClear} className="justify-self-start">
          <X aria-hidden="true" className="size-4" />
          Clear filters
        </Button>
      )}
    </section>
  );
}

interface TypedFieldProps {
  label: string;
  placeholder: string;
  value: string | null;
  onChoose: (text: string) => void;
  className: string;
}

/** Takes effect on Enter or when the field loses the focus. */
function TypedField({ label, placeholder, value, onChoose, className }: TypedFieldProps) {
  const [draft, setDraft] = useState<{ over: string | null; text: string } | null>(null);
  const typed = draft?.over === value ? draft.text : (value ?? '');
  const commit = () => typed.trim() !== (value ?? '') && onChoose(typed.trim());

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        commit();
      }}
      className={className}
    >
      <TextField
        label={label}
        placeholder={placeholder}
        value={typed}
        onChange={(text) => setDraft({ over: value, text })}
        onBlur={commit}
        maxLength={200}
        autoCapitalize="none"
        spellCheck={false}
      />
    </form>
  );
}
