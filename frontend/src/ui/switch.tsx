import { clsx } from 'clsx';

interface SwitchProps {
  /** Accessible name; `children` is what is shown. */
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** Whether a change is on its way. */
  isPending?: boolean;
  children: string;
}

/** A switch with its label, for something that takes effect at once. */
export function Switch({ label, isOn, onChange, isPending = false, children }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-disabled={isPending}
      onClick={() => !isPending && onChange(!isOn)}
      className={clsx(
        'group inline-flex min-h-8 items-center gap-2 rounded-md px-1 text-left text-[13px] font-medium pointer-coarse:min-h-11 print:hidden',
        isOn ? 'text-ink' : 'text-ink-soft',
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          'flex h-5 w-9 shrink-0 items-center rounded-full border p-0.5 transition-colors duration-150',
          isOn ? 'bg-accent border-accent' : 'bg-hover border-line-strong',
        )}
      >
        <span
          className={clsx(
            'size-3.5 rounded-full transition-transform duration-150',
            isOn ? 'bg-on-accent translate-x-4' : 'bg-ink-faint',
          )}
        />
      </span>
      {children}
    </button>
  );
}
