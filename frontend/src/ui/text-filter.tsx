import { useEffect, useEffectEvent, useState } from 'react';
import { SearchField } from './search-field.tsx';

const SETTLES_AFTER_MS = 300;

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
