import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { UploadBatch } from '@earmark/contracts/uploads';
import { isMissing } from '../kit/api.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { isOpen, uploadBatch } from './uploads.api.ts';

interface BatchProgressProps {
  id: string;
  /** Once; null: there is no such batch any more. */
  onEnded: (batch: UploadBatch | null) => void;
}

/** How far the uploads are that were requested together. */
export function BatchProgress({ id, onEnded }: BatchProgressProps) {
  const { data, error } = useQuery(uploadBatch(id));
  const hasEnded = data !== undefined && !isOpen(data);
  const isGone = data === undefined && isMissing(error);
  const tell = useEffectEvent(() => onEnded(data ?? null));
  useEffect(() => {
    if (!hasEnded && !isGone) return undefined;
    // The address changes synchronously, which an effect must not do.
    const timer = setTimeout(() => tell());

    return () => clearTimeout(timer);
  }, [hasEnded, isGone]);
  if (data === undefined || hasEnded) return null;
  const { total, successCount, errorCount, withdrawn, current } = data;
  const ended = successCount + errorCount + withdrawn;

  return (
    <section
      aria-label="Uploads in progress"
      className="bg-surface border-line flex flex-col gap-2 rounded-md border p-4"
    >
      <output className="text-[13px] tabular-nums">
        <span className="font-semibold">
          {ended.toLocaleString('en-GB')} of {total.toLocaleString('en-GB')} uploads ended
        </span>
        {errorCount > 0 && <span className="text-bad"> · {errorCount.toLocaleString('en-GB')} failed</span>}
      </output>
      <ProgressBar label="Progress of the uploads" value={ended} max={Math.max(1, total)} />
      {current.length > 0 && <p className="text-ink-soft truncate text-[13px]">Uploading {current.join(', ')}</p>}
    </section>
  );
}
