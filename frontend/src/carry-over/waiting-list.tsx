import type { WaitingCorrection } from '@earmark/contracts/carry-over';
import { useEffect, useRef } from 'react';
import { WaitingRow } from './waiting-row.tsx';

interface WaitingListProps {
  episodeUuid: string;
  waiting: readonly WaitingCorrection[];
  play: ((ms: number) => void) | null;
}

/** The corrections that wait, in the order of the transcript. The next one takes the focus of the one that was decided. */
export function WaitingList({ episodeUuid, waiting, play }: WaitingListProps) {
  const list = useRef<HTMLOListElement>(null);
  const next = useRef<number | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    const rows = list.current?.querySelectorAll<HTMLElement>(':scope > li') ?? [];
    rows[Math.min(next.current, rows.length - 1)]?.focus();
    next.current = null;
  }, [waiting]);

  return (
    <ol
      ref={list}
      aria-label="Corrections that need a look"
      className="divide-line border-line max-h-[70dvh] divide-y overflow-y-auto overscroll-contain border-b"
    >
      {waiting.map((correction, index) => (
        <WaitingRow
          key={correction.id}
          episodeUuid={episodeUuid}
          correction={correction}
          play={play}
          onDecided={() => {
            next.current = index;
          }}
        />
      ))}
    </ol>
  );
}
