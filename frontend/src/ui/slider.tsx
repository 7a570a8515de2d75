import { clsx } from 'clsx';
import * as RadixSlider from 'radix-ui/slider';

interface SliderProps {
  label: string;
  /** Between 0 and `max`. */
  value: number;
  max: number;
  /** Arrow keys move by one step, page keys by ten. */
  step: number;
  /** Announced by screen readers instead of the number. */
  valueText: string;
  disabled?: boolean;
  onChange: (value: number) => void;
  className?: string;
}

export function Slider({ label, value, max, step, valueText, disabled, onChange, className }: SliderProps) {
  return (
    <RadixSlider.Root
      value={[value]}
      max={max}
      step={step}
      disabled={disabled}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      className={clsx('relative flex h-6 touch-none items-center select-none pointer-coarse:h-8', className)}
    >
      <RadixSlider.Track className="bg-line relative h-1 grow rounded-full">
        <RadixSlider.Range className="bg-accent absolute h-full rounded-full" />
      </RadixSlider.Track>
      <RadixSlider.Thumb
        aria-label={label}
        aria-valuetext={valueText}
        className="bg-accent border-surface block size-4 rounded-full border-2 after:absolute after:-inset-1 data-disabled:opacity-50"
      />
    </RadixSlider.Root>
  );
}
