import { clsx } from 'clsx';
import { useId } from 'react';

interface ChoiceProps<Value extends string> {
  /** Accessible name of the group; not visible. */
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value) => void;
}

/** Radio buttons for a few values, styled as a segmented control. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId();

  return (
    <fieldset className="bg-hover flex max-w-full flex-wrap gap-0.5 rounded-md p-0.5 print:hidden">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(
            'relative flex h-7 cursor-pointer items-center rounded px-2.5 text-[13px] font-medium whitespace-nowrap pointer-coarse:h-10',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-(--accent)',
            option.value === value ? 'bg-surface text-ink shadow-sm' : 'text-ink-soft hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
