import { ProgressBar } from '../ui/progress-bar.tsx';
import type { ViewNumbers } from './review-filters.tsx';

/** How far this view is: what I decided, what everybody decided, what remains. */
export function ReviewProgress({ progress }: Pick<ViewNumbers, 'progress'>) {
  const { decided, mine, pending } = progress;
  const number = (value: number) => value.toLocaleString('en-GB');

  return (
    <div className="border-line bg-canvas relative border-b px-4 py-2.5">
      <p className="text-ink-soft text-[13px] tabular-nums">
        <span className="text-ink font-medium">{number(pending)} remaining</span> · {number(decided)} decided,{' '}
        {number(mine)} by you
      </p>
      <div className="absolute inset-x-0 -bottom-px">
        <ProgressBar label="Decided in this view" value={decided} max={Math.max(1, decided + pending)} />
      </div>
    </div>
  );
}
