import type { SeriesCard } from '@earmark/contracts/series';
import { SelectField } from '../ui/select-field.tsx';

const ALL = '';

interface PodcastFilterProps {
  podcasts: readonly SeriesCard[];
  /** Series uuid. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function PodcastFilter({ podcasts, value = ALL, onChange }: PodcastFilterProps) {
  return (
    <SelectField
      label="Podcast"
      hideLabel
      value={value}
      options={[{ value: ALL, label: 'All podcasts' }, ...podcasts.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(chosen) => onChange(chosen === ALL ? undefined : chosen)}
      className="w-60 max-w-full max-sm:w-full"
    />
  );
}
