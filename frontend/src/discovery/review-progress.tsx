import { ProgressBar } from '../ui/progress-bar.tsx';
import type { ViewNumbers } from './review-filters.tsx';

/** How far this view is: what I decided, what everybody decided, what remains. */
export function ReviewProgress({ progress }: Pick<ViewNumbers, 'progress'>) {
  const { decided, mine, pending } = progress;
  const number = (value: number) => value.toLocaleString('en-GB');

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="text-ink-soft text-[13px] tabular-nums">
        <span className="text-ink font-medium">{number(pending)} remaining</span> · {number(decided)} decided,{' '}
        {number(mine)} by you
      </p>
      <ProgressBar label="Decided in this view" value={decided} max={Math.max(1, decided + pending)} />
    </div>
  );
}
