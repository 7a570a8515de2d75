import type { PipelineRunView, PipelineStepView } from '@earmark/contracts/pipeline';
import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { counted } from '../kit/counted.ts';
import { Badge } from '../ui/badge.tsx';
import { StepIcon } from './run-status.tsx';
import { formatElapsed, STEP_STATUSES } from './run-words.ts';
import { useNow } from './use-now.ts';
import { barsOf } from './waterfall.ts';
import type { Bar } from './waterfall.ts';

/** The nine steps with their durations to scale. */
export function StepWaterfall({ run }: { run: PipelineRunView }) {
  const isRunning = run.status === 'running';
  const now = useNow(isRunning);
  const bars = barsOf(run.steps, now, isRunning ? (run.expectedMs ?? 0) : 0);

  return (
    <ol aria-label="Steps" className="divide-line divide-y">
      {run.steps.map((step, index) => (
        <li key={step.step}>
          <Step step={step} bar={bars[index] ?? null} isCancelled={run.status === 'cancelled'} />
        </li>
      ))}
    </ol>
  );
}

function Step({ step, bar, isCancelled }: { step: PipelineStepView; bar: Bar | null; isCancelled: boolean }) {
  const { name, status, message, details, warnings, attempts, predictionId } = step;
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const id = useId();
  const hasMore = details.length + warnings.length > 0 || predictionId !== null;
  const isShown = hasMore && (isOpen ?? status === 'error');
  // Cancelled in the middle, a step has times but no outcome.
  const isStopped = isCancelled && bar !== null && (status === 'processing' || status === 'pending');

  return (
    <>
      <div
        className={clsx(
          'grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 px-4 py-2.5',
          'md:grid-cols-[16px_minmax(0,5fr)_minmax(120px,4fr)_92px]',
          status === 'error' && 'bg-bad-soft',
        )}
      >
        <StepIcon status={status} isCancelled={isStopped} />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            {hasMore ? (
              <button
                type="button"
                aria-expanded={isShown}
                aria-controls={id}
                onClick={() => setOpen(!isShown)}
                className="hover:text-accent -ml-1 inline-flex items-center gap-1 rounded px-1 text-left font-medium pointer-coarse:min-h-11"
              >
                <StepName step={step} name={name} />
                <ChevronRight
                  aria-hidden="true"
                  className={clsx('size-4 shrink-0 transition-transform duration-150', isShown && 'rotate-90')}
                />
              </button>
            ) : (
              <span className="font-medium">
                <StepName step={step} name={name} />
              </span>
            )}
            {attempts > 1 && <Badge>attempt {attempts}</Badge>}
            {warnings.length > 0 && <Badge tone="warn">{counted(warnings.length, 'warning')}</Badge>}
          </div>
          {message !== null && (
            <p
              className={clsx(
                'text-[13px] text-pretty wrap-anywhere',
                status === 'error' ? 'text-bad' : 'text-ink-soft',
              )}
            >
              {message}
            </p>
          )}
        </div>
        <BarTrack bar={bar} status={status} isStopped={isStopped} />
        <p className="text-ink-soft text-right text-[13px] whitespace-nowrap tabular-nums max-md:col-start-3 max-md:row-start-1">
          {bar === null ? (isStopped ? 'Cancelled' : STEP_STATUSES[status].label) : formatElapsed(bar.ms)}
        </p>
      </div>
      <div id={id} hidden={!isShown} className="border-line border-t border-dashed px-4 py-2.5 pl-11">
        {isShown && <StepMore step={step} />}
      </div>
    </>
  );
}

const StepName = ({ step: { step }, name }: { step: PipelineStepView; name: string }) => (
  <span>
    <span className="text-ink-faint mr-1.5 tabular-nums">{step}</span>
    {name}
  </span>
);

const BAR_COLOURS = {
  processing: 'bg-accent',
  completed: 'bg-good',
  error: 'bg-bad',
  skipped: 'bg-ink-faint',
} as const;

interface BarTrackProps {
  bar: Bar | null;
  status: PipelineStepView['status'];
  isStopped: boolean;
}

/** Where on the time of the whole run the step lies. */
function BarTrack({ bar, status, isStopped }: BarTrackProps) {
  return (
    <div
      aria-hidden="true"
      className={clsx(
        'bg-hover relative h-2 overflow-hidden rounded-full max-md:col-span-2 max-md:col-start-2 max-md:row-start-2',
        bar === null && 'max-md:hidden',
      )}
    >
      {bar !== null && (
        <div
          className={clsx(
            'absolute inset-y-0 min-w-1 rounded-full transition-[width,left] duration-1000 ease-linear',
            isStopped || status === 'pending' ? 'bg-ink-faint' : BAR_COLOURS[status],
          )}
          style={{ left: `min(${bar.from * 100}%, calc(100% - 4px))`, width: `${bar.width * 100}%` }}
        />
      )}
    </div>
  );
}

/** Details, warnings and the id at the service. */
export function StepMore({
  step: { details, warnings, predictionId },
}: {
  step: Pick<PipelineStepView, 'details' | 'predictionId'> & { readonly warnings: readonly string[] };
}) {
  return (
    <div
      // Focusable, so that it can be scrolled with the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={details.length + warnings.length > 8 ? 0 : undefined}
      className="max-h-64 overflow-y-auto text-[13px]"
    >
      {warnings.length > 0 && (
        <ul aria-label="Warnings" className="text-warn">
          {warnings.map((warning, index) => (
            <li key={index} className="text-pretty wrap-anywhere">
              {warning}
            </li>
          ))}
        </ul>
      )}
      {details.length > 0 && (
        <ul aria-label="Details" className="text-ink-soft">
          {details.map((detail, index) => (
            <li key={index} className="text-pretty wrap-anywhere">
              {detail}
            </li>
          ))}
        </ul>
      )}
      {predictionId !== null && (
        <p className="text-ink-faint wrap-anywhere">
          Job at the service: <code className="text-xs">{predictionId}</code>
        </p>
      )}
    </div>
  );
}
