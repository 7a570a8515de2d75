import type { PipelineRunSummary, StepStatus } from '@earmark/contracts/pipeline';
import { clsx } from 'clsx';
import { Ban, Check, CircleDashed, Loader, SkipForward, X } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';
import { RUN_STATUSES, STEP_STATUSES } from './run-words.ts';
import type { RunStreamState } from './use-run-events.ts';

export function RunBadge({ status }: Pick<PipelineRunSummary, 'status'>) {
  const { label, tone } = RUN_STATUSES[status];

  return <Badge tone={tone}>{label}</Badge>;
}

const STEP_ICONS = {
  pending: CircleDashed,
  processing: Loader,
  completed: Check,
  error: X,
  skipped: SkipForward,
} as const;

/** The state of a step, as an icon with its name. */
export function StepIcon({ status, isCancelled = false }: { status: StepStatus; isCancelled?: boolean }) {
  const Icon = isCancelled ? Ban : STEP_ICONS[status];

  return (
    <>
      <Icon
        aria-hidden="true"
        className={clsx(
          'size-4 shrink-0',
          status === 'completed' && 'text-good',
          status === 'error' && 'text-bad',
          !isCancelled && status === 'processing' && 'text-accent motion-safe:animate-spin',
          (isCancelled || status === 'pending' || status === 'skipped') && 'text-ink-faint',
        )}
      />
      <span className="sr-only">{isCancelled ? 'Cancelled' : STEP_STATUSES[status].label}</span>
    </>
  );
}

const STREAMS: Readonly<Record<Exclude<RunStreamState, 'ended'>, { text: string; dot: string }>> = {
  live: { text: 'Live', dot: 'bg-good' },
  reconnecting: { text: 'Reconnecting', dot: 'bg-warn' },
  offline: { text: 'Offline – the run continues on the server', dot: 'bg-bad' },
};

/** Whether the page hears of the run; nothing once it has heard everything. */
export function StreamBadge({ state }: { state: RunStreamState }) {
  if (state === 'ended') return null;
  const { text, dot } = STREAMS[state];

  return (
    <output className="text-ink-soft inline-flex items-center gap-1.5 text-[13px]">
      <span aria-hidden="true" className={clsx('size-2 shrink-0 rounded-full', dot)} />
      {text}
    </output>
  );
}
