import { bandOf } from '@earmark/contracts/discovery';
import { clsx } from 'clsx';
import { bandWords } from './card-state.ts';

const COLOURS = {
  high: 'text-good',
  medium: 'text-warn',
  low: 'text-bad',
} as const;

/** How sure the model is: a bar, a word and the number; the colour comes third. */
export function Confidence({ value, hasBar = true }: { value: string; hasBar?: boolean }) {
  const band = bandOf(value);

  return (
    <span
      data-band={band}
      title={`Confidence ${value}`}
      className={clsx('inline-flex items-center gap-1.5 text-[13px] whitespace-nowrap tabular-nums', COLOURS[band])}
    >
      {hasBar && (
        <span aria-hidden="true" className="bg-hover flex h-1.5 w-10 overflow-hidden rounded-full">
          <span className="h-full rounded-full bg-current" style={{ width: `${Number(value) * 100}%` }} />
        </span>
      )}
      <span className="font-medium">
        <span className="sr-only">Confidence </span>
        {bandWords[band]} {value}
      </span>
    </span>
  );
}
