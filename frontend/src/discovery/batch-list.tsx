import type { DiscoveryBatch } from '@earmark/contracts/discovery';
import { counted } from '../kit/counted.ts';
import { formatMoment } from '../kit/date.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { BATCH_TONES, BATCH_WORDS } from './batch-words.ts';

/** Earlier batches, newest first. */
export function BatchList({ batches, onOpen }: { batches: readonly DiscoveryBatch[]; onOpen: (id: string) => void }) {
  return (
    <section aria-labelledby="earlier-batches" className="bg-surface border-line rounded-md border">
      <h2 id="earlier-batches" className="border-line border-b px-4 py-3 text-[15px] font-semibold">
        Earlier batches
      </h2>
      {batches.length === 0 ? (
        <p className="text-ink-soft px-4 py-6 text-center">No earlier batches.</p>
      ) : (
        <ul aria-labelledby="earlier-batches" className="divide-line divide-y">
          {batches.map(({ id, status, startedAt, startedBy, total, successful, failed }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
              <div className="min-w-0 flex-1 basis-60">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {counted(total, 'episode')} <Badge tone={BATCH_TONES[status]}>{BATCH_WORDS[status]}</Badge>
                </p>
                <p className="text-ink-soft text-[13px] tabular-nums">
                  {formatMoment(startedAt)} by {startedBy} · {successful.toLocaleString('en-GB')} successful ·{' '}
                  {failed.toLocaleString('en-GB')} failed
                </p>
              </div>
              <Button onClick={() => onOpen(id)} aria-label={`Output of the batch of ${formatMoment(startedAt)}`}>
                Output
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
