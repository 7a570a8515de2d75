import { colorClassOf } from '@earmark/contracts/vocabulary';
import { clsx } from 'clsx';
import { useId } from 'react';
import { HUES, hueOf } from '../ui/hue.ts';
import type { Hue } from '../ui/hue.ts';

const nameOf = (hue: Hue): string => `${hue.charAt(0).toUpperCase()}${hue.slice(1)}`;

/** One of the 22 colour themes, each shown as a chip. `value` is the stored class name. */
export function HuePicker({ value, onChange }: { value: string; onChange: (colorClass: string) => void }) {
  const group = useId();
  const chosen = hueOf(value);

  return (
    <fieldset className="min-w-0">
      <legend className="text-ink-soft mb-1 text-[13px] font-medium">
        Color Theme <span className="text-ink-faint font-normal">{nameOf(chosen)}</span>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {HUES.map((hue) => (
          <label
            key={hue}
            title={nameOf(hue)}
            data-hue={hue}
            className={clsx(
              'chip relative flex h-8 w-9 items-center justify-center rounded-md text-[13px] font-semibold pointer-coarse:size-11',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--accent)',
              hue === chosen && 'ring-2 ring-(--chip-ink)',
            )}
          >
            <input
              type="radio"
              name={group}
              aria-label={nameOf(hue)}
              checked={hue === chosen}
              onChange={() => onChange(colorClassOf(hue))}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span aria-hidden="true">Aa</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
