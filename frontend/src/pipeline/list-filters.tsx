import type { SeriesCard } from '@earmark/contracts/series';
import { useEffect, useEffectEvent, useState } from 'react';
import { SearchField } from '../ui/search-field.tsx';
import { SelectField } from '../ui/select-field.tsx';

const SETTLES_AFTER_MS = 300;
const ALL = '';

interface TextFilterProps {
  placeholder: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  className?: string;
}

/** Words to search for, which count once the reader stops typing. */
export function TextFilter({ placeholder, value = '', onChange, className = '' }: TextFilterProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The address may change from elsewhere, as by the Back button.
  if (known !== value) {
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  const settle = useEffectEvent(() => {
    if (text.trim() !== value) onChange(text.trim() === '' ? undefined : text.trim());
  });
  useEffect(() => {
    const timer = setTimeout(() => settle(), SETTLES_AFTER_MS);

    return () => clearTimeout(timer);
  }, [text]);

  return (
    <SearchField placeholder={placeholder} maxLength={200} value={text} onChange={setText} className={className} />
  );
}

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
