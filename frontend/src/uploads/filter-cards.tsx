import type { TranscriptStatusSummary, UploadStatus } from '@earmark/contracts/uploads';
import { clsx } from 'clsx';
import { Button } from '../ui/button.tsx';
import type { Bulk } from './uploads.api.ts';

interface Card {
  readonly status: UploadStatus | undefined;
  readonly label: string;
  readonly count: (summary: TranscriptStatusSummary) => number;
  /** What can be done with all of them, and how many those are. */
  readonly bulk?: {
    readonly bulk: Bulk;
    readonly label: string;
    readonly count: (summary: TranscriptStatusSummary) => number;
  };
}

const CARDS: readonly Card[] = [
  { status: undefined, label: 'Total Episodes', count: ({ total }) => total },
  {
    status: 'ready',
    label: 'Ready to Upload',
    count: ({ ready }) => ready,
    bulk: { bulk: 'upload', label: 'Upload All', count: ({ ready }) => ready },
  },
  { status: 'uploaded', label: 'Uploaded', count: ({ uploaded }) => uploaded },
  {
    status: 'needs_speaker_update',
    label: 'Needs Update',
    count: ({ needsSpeakerUpdate }) => needsSpeakerUpdate,
    bulk: { bulk: 'changed', label: 'Update All', count: ({ changed }) => changed },
  },
  {
    status: 'error',
    label: 'Errors',
    count: ({ errors }) => errors,
    bulk: { bulk: 'retry', label: 'Retry All', count: ({ errors }) => errors },
  },
];

interface FilterCardsProps {
  /** Undefined while it is loaded. */
  summary: TranscriptStatusSummary | undefined;
  status: UploadStatus | undefined;
  isBusy: boolean;
  onStatus: (status: UploadStatus | undefined) => void;
  onBulk: (bulk: Bulk, count: number) => void;
}

/** How many episodes are in each state; a card shows only those. */
export function FilterCards({ summary, status, isBusy, onStatus, onBulk }: FilterCardsProps) {
  return (
    <ul aria-label="Show episodes" className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {CARDS.map((card) => {
        const isShown = card.status === status;
        const mayAct = card.bulk !== undefined && summary !== undefined && card.bulk.count(summary) > 0;

        return (
          <li
            key={card.label}
            className={clsx(
              'bg-surface relative flex min-h-24 flex-col rounded-md border p-3 max-sm:first:col-span-2',
              isShown ? 'border-accent ring-accent ring-1' : 'border-line hover:bg-hover',
            )}
          >
            <button
              type="button"
              aria-pressed={isShown}
              onClick={() => onStatus(card.status)}
              className="flex grow flex-col items-start text-left after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-(--accent)"
            >
              <span className="text-ink-soft text-[13px]">{card.label}</span>
              <span className="text-2xl leading-8 font-semibold tabular-nums">
                {summary === undefined ? '–' : card.count(summary).toLocaleString('en-GB')}
              </span>
            </button>
            {mayAct && (
              <Button
                className="z-1 mt-2 self-start"
                aria-disabled={isBusy}
                onClick={() => !isBusy && onBulk(card.bulk!.bulk, card.bulk!.count(summary))}
              >
                {card.bulk!.label}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
