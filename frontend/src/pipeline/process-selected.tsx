import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../kit/counted.ts';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/check-field.tsx';
import { Choice } from '../ui/choice.tsx';
import { notify } from '../ui/toast.tsx';
import { getAllWaiting, processingEstimate } from './pipeline.api.ts';
import { useProcessMany } from './pipeline.orders.ts';
import type { Selection, WaitingFilter } from './run-filter.ts';
import { amountsOf, estimateSentence, processSentence } from './run-words.ts';

/** Episodes that one request may name. */
const MOST = 5000;
/** Their uuids stand in an address, whose length servers limit. */
const MOST_ESTIMATED = 200;
const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
] as const;

interface ProcessSelectedProps {
  selection: Selection;
  filter: WaitingFilter;
  /** Episodes that the filter lets through. */
  total: number;
  onQueued: (batchId: string) => void;
  onClear: () => void;
}

/** Says what the selected episodes would go through and what that costs, and queues them. */
export function ProcessSelected({ selection, filter, total, onQueued, onClear }: ProcessSelectedProps) {
  const [skipTranscription, setSkip] = useState(false);
  const [order, setOrder] = useState<(typeof ORDERS)[number]['value']>('newest');
  const [isListing, setListing] = useState(false);
  const process = useProcessMany(({ batchId }) => onQueued(batchId));
  const count = selection === 'all' ? total : selection.size;
  const cost = useCost(selection, filter, count > 0 && !skipTranscription);
  if (count === 0) return null;
  const isBusy = isListing || process.isPending;

  const start = async () => {
    setListing(true);
    try {
      const episodes = selection === 'all' ? await getAllWaiting(filter) : [...selection.values()];
      episodes.sort((one, other) => (other.publishedAt ?? '').localeCompare(one.publishedAt ?? ''));
      if (order === 'oldest') episodes.reverse();
      if (episodes.length > 0)
        process.mutate({ episodeUuids: episodes.slice(0, MOST).map(({ uuid }) => uuid), skipTranscription });
    } catch (error) {
      notify('The episodes could not be listed', {
        detail: error instanceof Error ? error.message : String(error),
        isDestructive: true,
      });
    } finally {
      setListing(false);
    }
  };

  return (
    <section
      aria-label="Process selected"
      className="foot-bar bg-raised border-line shadow-float sticky bottom-[var(--dock,0px)] z-10 flex flex-col gap-2 border-t p-4"
    >
      <output className="text-pretty">
        {processSentence(Math.min(count, MOST), skipTranscription)}
        {cost !== null && cost !== '' && <span className="text-ink-soft block text-[13px]">{cost}</span>}
        {count > MOST && (
          <span className="text-ink-soft block text-[13px]">
            {counted(MOST, 'episode')} are queued at once; the others stay in this list.
          </span>
        )}
      </output>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="solid" aria-disabled={isBusy} onClick={() => !isBusy && void start()}>
          {isBusy ? 'Queueing…' : `Process selected (${count.toLocaleString('en-GB')})`}
        </Button>
        <Choice label="Order of the queue" value={order} options={ORDERS} onChange={setOrder} />
        <CheckField label="skip transcription" value={skipTranscription} onChange={setSkip} />
        <Button variant="quiet" onClick={onClear}>
          Clear selection
        </Button>
      </div>
    </section>
  );
}

/** The estimate in words; null while it is unknown. */
function useCost(selection: Selection, { podcast, q }: WaitingFilter, isWanted: boolean): string | null {
  const isListed = selection !== 'all' && selection.size <= MOST_ESTIMATED;
  const of = isListed ? { episodes: [...selection.keys()].join(',') } : { podcast };
  const { data, isPlaceholderData } = useQuery({ ...processingEstimate(of), enabled: isWanted });
  if (!isWanted || data === undefined || isPlaceholderData) return null;
  // The server estimates podcasts and short lists, not searches.
  if (isListed || (selection === 'all' && q === undefined)) return estimateSentence({ ...data, offered: null }, data);

  return selection === 'all' ? null : estimateSentence(amountsOf([...selection.values()]), data);
}
