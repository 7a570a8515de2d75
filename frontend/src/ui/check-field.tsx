import { useId } from 'react';

interface CheckFieldProps {
  label: string;
  hint?: string;
  value: boolean;
  onChange: (value: boolean) => void;
}

/** A checkbox with its label. */
export function CheckField({ label, hint, value, onChange }: CheckFieldProps) {
  const id = useId();

  return (
    <div className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
      <input
        id={id}
        type="checkbox"
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 shrink-0 pointer-coarse:size-5"
      />
      <label htmlFor={id} title={hint} className="cursor-pointer py-1.5 pointer-coarse:py-3">
        {label}
      </label>
    </div>
  );
}
