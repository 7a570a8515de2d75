import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';

interface SelectFieldProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value) => void;
  /** Whether the label is only for screen readers. */
  hideLabel?: boolean;
  className?: string;
}

/** A native select with its label. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, value, options, onChange, hideLabel = false, className } = props;
  const id = useId();

  return (
    <div className={clsx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-ink-soft text-[13px] font-medium'}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
          className={clsx(
            'bg-surface border-line-strong h-9 w-full appearance-none truncate rounded-md border pr-8 pl-2.5',
            'focus-visible:border-accent focus-visible:outline-offset-0 pointer-coarse:h-11 pointer-coarse:text-base',
            'print:border-transparent print:text-right',
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="text-ink-faint pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 print:hidden"
        />
      </div>
    </div>
  );
}
