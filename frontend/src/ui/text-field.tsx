import { clsx } from 'clsx';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';

/** Shared classes of text inputs. */
export const inputClasses = clsx(
  'bg-surface border-line-strong placeholder:text-ink-faint h-9 w-full min-w-0 rounded-md border px-2.5',
  'focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-bad',
  'pointer-coarse:h-11 pointer-coarse:text-base',
);

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Shown below the field and read aloud with it. */
  hint?: ReactNode;
  /** Why the value is not accepted, shown instead of the hint; null when it is. */
  fault?: string | null;
  /** Rendered inside the field, at its end. */
  button?: ReactNode;
}

/** A single-line text input with its label. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, hint, fault = null, button, className, ...rest } = props;
  const id = useId();
  const below = fault ?? hint;

  return (
    <div className={clsx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="text-ink-soft text-[13px] font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={fault !== null}
          aria-describedby={below === undefined ? undefined : `${id}-below`}
          className={clsx(inputClasses, button !== undefined && 'pr-11')}
          {...rest}
        />
        {button !== undefined && <div className="absolute inset-y-0 right-0.5 flex items-center">{button}</div>}
      </div>
      {below !== undefined && (
        <p
          id={`${id}-below`}
          className={clsx('text-[13px] text-pretty wrap-anywhere', fault === null ? 'text-ink-faint' : 'text-bad')}
        >
          {below}
        </p>
      )}
    </div>
  );
}
