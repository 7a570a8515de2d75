import type { RecountSummary } from '@earmark/contracts/recounts';
import { Failure } from '../ui/failure.tsx';
import { Button } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { progressWords } from './recount-words.ts';
import { useRecountOrder } from './recounts.api.ts';

/** Progress of a recount that is not ready, with buttons to pause, resume and cancel it. */
export function RecountProgress({ recount }: { recount: RecountSummary }) {
  const { id, status, progress, isWaiting, failure } = recount;
  const pause = useRecountOrder('pause');
  const resume = useRecountOrder('resume');
  const discard = useRecountOrder('discard');
  const isPending = [pause, resume, discard].some((order) => order.isPending);
  const give = (order: typeof pause) => () => !isPending && order.mutate(id);

  return (
    <div className="flex flex-col gap-3 p-4">
      {failure !== null && <Failure message={failure} />}
      <div>
        <ProgressBar label="Progress of the recount" value={progress.percent} max={100} />
        <p className="text-ink-soft mt-1 text-[13px] tabular-nums">
          {isWaiting ? 'Waiting for another recount' : progressWords(progress)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {status === 'running' ? (
          <Button onClick={give(pause)} aria-disabled={isPending}>
            Pause
          </Button>
        ) : (
          <Button variant="solid" onClick={give(resume)} aria-disabled={isPending}>
            {status === 'failed' ? 'Try again' : 'Resume'}
          </Button>
        )}
        <Button onClick={give(discard)} aria-disabled={isPending}>
          Cancel recount
        </Button>
      </div>
    </div>
  );
}
