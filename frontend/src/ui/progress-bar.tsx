interface ProgressBarProps {
  /** Accessible name. */
  label: string;
  value: number;
  max: number;
}

/** A thin progress bar. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={max}
      className="[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent block h-1.5 w-full appearance-none overflow-hidden rounded-full [&::-webkit-progress-value]:transition-[width]"
    />
  );
}
