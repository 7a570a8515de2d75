import { clsx } from 'clsx';
import { Search, X } from 'lucide-react';
import type { ComponentProps, KeyboardEventHandler, Ref } from 'react';

interface SearchFieldProps {
  /** Further attributes of the input, such as those of a combobox. */
  input?: ComponentProps<'input'>;
  /** Also used as the accessible name. */
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** Characters. */
  maxLength?: number;
  /** Id of the element that says why the value is not accepted. */
  describedBy?: string | undefined;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  ref?: Ref<HTMLInputElement>;
  className?: string;
}

export function SearchField({
  placeholder,
  value,
  onChange,
  maxLength,
  describedBy,
  onKeyDown,
  ref,
  className,
  input,
}: SearchFieldProps) {
  return (
    <div className={clsx('relative print:hidden', className)}>
      <Search
        aria-hidden="true"
        className="text-ink-faint pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2"
      />
      <input
        ref={ref}
        type="search"
        maxLength={maxLength}
        aria-label={placeholder}
        aria-invalid={describedBy !== undefined}
        aria-describedby={describedBy}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        {...input}
        className={clsx(
          'bg-surface border-line-strong placeholder:text-ink-faint h-9 w-full rounded-md border pr-9 pl-8 pointer-coarse:pr-11',
          'focus-visible:border-accent focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-base',
          '[&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => onChange('')}
          className="text-ink-faint hover:text-ink absolute top-1/2 right-1 flex size-7 -translate-y-1/2 items-center justify-center rounded pointer-coarse:right-0 pointer-coarse:size-11"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  );
}
