import type { DiscoveryBatch } from '@earmark/contracts/discovery';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { counted } from '../kit/counted.ts';
import { formatMoment } from '../kit/date.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { BatchConsole } from './batch-console.tsx';
import { useCancelBatch } from './batch-orders.ts';
import { useBatchStream } from './batch-stream.ts';
import { BATCH_TONES, BATCH_WORDS } from './batch-words.ts';

interface BatchWatchProps {
  batch: DiscoveryBatch;
  /** Whether the reader has asked for it, from a list that may be far below. */
  isAskedFor: boolean;
  /** Null: it runs, and stays in view. */
  onClose: (() => void) | null;
}

/** The progress and the output of a batch, for whoever opens the page, from its first line. */
export function BatchWatch({ batch, isAskedFor, onClose }: BatchWatchProps) {
  const article = useRef<HTMLElement>(null);
  const { lines, progress, end, state } = useBatchStream(batch.id);
  const cancel = useCancelBatch();
  const status = end?.outcome ?? batch.status;
  const isRunning = status === 'running';
  useEffect(() => {
    if (isAskedFor) article.current?.focus();
  }, [isAskedFor]);
  const { total, successful, failed } = end?.results ?? progress ?? batch;
  const completed = end === null && progress !== null ? progress.completed : successful + failed;

  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-label={`Batch of ${counted(batch.total, 'episode')}`}
      className="bg-surface border-line scroll-mt-18 rounded-md border p-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="font-semibold">Discovery in {counted(batch.total, 'episode')}</h2>
        <Badge tone={BATCH_TONES[status]}>{BATCH_WORDS[status]}</Badge>
        {isRunning && state !== null && state !== 'live' && (
          <output className="text-warn text-[13px]">
            {state === 'reconnecting' ? 'Reconnecting' : 'Offline – the batch continues on the server'}
          </output>
        )}
        <span className="text-ink-soft text-[13px] tabular-nums">
          by {batch.startedBy}, {formatMoment(batch.startedAt)}
        </span>
        <span className="ml-auto flex gap-2">
          {isRunning && (
            <Button onClick={() => cancel.mutate(batch.id)} aria-disabled={cancel.isPending}>
              {cancel.isPending ? 'Cancelling…' : 'Cancel'}
            </Button>
          )}
          {onClose !== null && (
            <IconButton label="Close this batch" onClick={onClose}>
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          )}
        </span>
      </div>
      <fieldset aria-label="Progress" className="mt-3 mb-3 flex flex-col gap-2">
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-[13px] tabular-nums">
          <span className="font-medium">
            {completed.toLocaleString('en-GB')} / {total.toLocaleString('en-GB')} completed
          </span>
          <span className={successful > 0 ? 'text-good' : 'text-ink-soft'}>
            {successful.toLocaleString('en-GB')} successful
          </span>
          <span className={failed > 0 ? 'text-bad' : 'text-ink-soft'}>{failed.toLocaleString('en-GB')} failed</span>
        </p>
        <ProgressBar label="Progress of the batch" value={completed} max={Math.max(1, total)} />
      </fieldset>
      <BatchConsole lines={lines} isRunning={isRunning} />
      <output className="sr-only">{isRunning ? '' : `Discovery has ended: ${BATCH_WORDS[status]}`}</output>
    </article>
  );
}
