import type { ChangeRunsRequest, PipelineRunsAnswer, RunStatus } from '@earmark/contracts/pipeline';
import { useState } from 'react';
import type { z } from 'zod';
import { counted } from '../kit/counted.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { notify } from '../ui/toast.tsx';
import { getRunIds } from './pipeline.api.ts';
import { useChangeRuns } from './pipeline.orders.ts';
import type { RunFilter } from './run-filter.ts';
import { RUN_STATUSES } from './run-words.ts';

type Requests = z.input<typeof ChangeRunsRequest>[];

const ORDERS = [
  { order: 'cancel', statuses: ['queued', 'running'], verb: 'Cancel', many: 'queued and running' },
  { order: 'retry', statuses: ['failed', 'cancelled'], verb: 'Retry', many: 'failed and cancelled' },
] as const;

interface BulkChangesProps {
  filter: RunFilter;
  counts: PipelineRunsAnswer['counts'];
}

/** Cancels or retries all runs of the filter, once their number is confirmed. */
export function BulkChanges({ filter, counts }: BulkChangesProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const cancel = useChangeRuns('cancel');
  const retry = useChangeRuns('retry');
  const isPending = cancel.isPending || retry.isPending;
  const offers = ORDERS.flatMap(({ order, statuses, verb, many }) => {
    // Without a chosen state only failed runs are retried: what was cancelled was not wanted.
    const chosen: readonly RunStatus[] =
      filter.status === undefined ? (order === 'retry' ? ['failed'] : statuses) : [filter.status];
    const shown = chosen.filter((status) => statuses.some((one) => one === status) && (counts[status] ?? 0) > 0);
    const count = shown.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
    const [only] = shown;
    if (count < 2 || only === undefined) return [];
    const words = shown.length === 1 ? RUN_STATUSES[only].label.toLowerCase() : many;

    return [{ order, verb, statuses: shown, count, words }];
  });
  if (offers.length === 0) return null;

  const confirm = async ({ order, statuses }: Asked) => {
    try {
      (order === 'cancel' ? cancel : retry).mutate(await requestsOf(filter, statuses));
    } catch (error) {
      notify('The runs could not be listed', {
        detail: error instanceof Error ? error.message : String(error),
        isDestructive: true,
      });
    }
  };

  return (
    <div className="border-line flex flex-wrap gap-2 border-b px-4 py-2">
      {offers.map((offer) => (
        <Button key={offer.order} aria-disabled={isPending} onClick={() => !isPending && setAsked(offer)}>
          {offer.verb} {offer.count.toLocaleString('en-GB')} {offer.words}
        </Button>
      ))}
      <ConfirmDialog
        title={asked === null ? '' : `${asked.verb} ${counted(asked.count, 'run')}?`}
        about={asked === null ? '' : explained(asked)}
        confirm={asked === null ? '' : `${asked.verb} ${counted(asked.count, 'run')}`}
        isOpen={asked !== null}
        onConfirm={() => asked !== null && void confirm(asked)}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}

interface Asked {
  readonly order: 'cancel' | 'retry';
  readonly verb: string;
  readonly statuses: readonly RunStatus[];
  readonly count: number;
  readonly words: string;
}

const explained = ({ order, words, count }: Asked): string =>
  order === 'cancel'
    ? `All ${words} runs that the filter shows, ${count.toLocaleString('en-GB')} in all, end at once. Completed steps keep what they recorded.`
    : `All ${words} runs that the filter shows, ${count.toLocaleString('en-GB')} in all, join the queue and continue with the step at which they stopped.`;

/** The server knows no filter by words or episode: then the runs are named one by one. */
async function requestsOf(filter: RunFilter, statuses: readonly RunStatus[]): Promise<Requests> {
  const { podcast, batch, q, episode } = filter;
  if (q === undefined && episode === undefined)
    return statuses.map((status) => ({
      status,
      ...(podcast !== undefined && { podcast }),
      ...(batch !== undefined && { batch }),
    }));
  const ids: string[] = [];
  for (const status of statuses) ids.push(...(await getRunIds({ ...filter, status })));

  return ids.length === 0 ? [] : [{ runIds: ids }];
}
