import type { CandidateCard } from '@earmark/contracts/discovery';
import type { EntityTypeView } from '@earmark/contracts/vocabulary';
import { clsx } from 'clsx';
import { memo } from 'react';
import { counted } from '../kit/counted.ts';
import { decidedBy, isDecided, statusOf, statusWords } from './card-state.ts';
import { Confidence } from './confidence.tsx';
import { TypeChip } from './type-chip.tsx';

interface QueueRowProps {
  card: CandidateCard;
  index: number;
  isCurrent: boolean;
  isSelected: boolean;
  failure: string | null;
  /** Whether rows that wait say so too. */
  isStatusSaid: boolean;
  type: EntityTypeView | undefined;
  onOpen: (index: number) => void;
  onSelect: (index: number, isRange: boolean) => void;
}

/** One card of the queue: what it is, how sure the model is, where it comes from, and what became of it. */
export const QueueRow = memo(function QueueRow(props: QueueRowProps) {
  const { card, index, isCurrent, isSelected, failure, isStatusSaid, type, onOpen, onSelect } = props;
  const { name, members, frequency, confidence } = card;
  const [first] = members;
  const isGone = isDecided(card);
  const place =
    members.length === 1 && first !== undefined
      ? `${first.episodeName} · ${first.podcastName}`
      : `${counted(members.length, 'episode')} · ${counted(new Set(members.map(({ podcastId }) => podcastId)).size, 'podcast')}`;

  return (
    <div
      className={clsx(
        'border-line relative flex h-full items-stretch border-b',
        isCurrent ? 'bg-accent-soft' : isSelected ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      {isCurrent && <span aria-hidden="true" className="bg-accent absolute inset-y-0 left-0 w-0.75" />}
      <label className="flex w-10 shrink-0 cursor-pointer items-center justify-center">
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={isSelected}
          onChange={(event) => onSelect(index, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
          className="size-4 pointer-coarse:size-5"
        />
      </label>
      <button
        type="button"
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isCurrent}
        onClick={(event) => (event.shiftKey ? onSelect(index, true) : onOpen(index))}
        className={clsx(
          'flex min-w-0 flex-1 flex-col justify-center gap-0.5 pr-3 text-left focus-visible:-outline-offset-2',
          isGone && 'text-ink-faint',
        )}
      >
        <span className="flex w-full min-w-0 items-center gap-2">
          <span className={clsx('min-w-0 flex-1 truncate font-medium', isGone && 'line-through')}>{name}</span>
          <StateWord card={card} failure={failure} isSaid={isStatusSaid} />
          {!isGone && <Confidence value={confidence} hasBar={false} />}
        </span>
        <span className="flex w-full min-w-0 items-center gap-2 text-[13px]">
          <TypeChip name={card.type} exists={card.typeExists} type={type} />
          <span className={clsx('min-w-0 truncate tabular-nums', !isGone && 'text-ink-soft')} title={place}>
            {frequency.toLocaleString('en-GB')}× · {place}
          </span>
        </span>
      </button>
    </div>
  );
});

interface StateWordProps {
  card: CandidateCard;
  failure: string | null;
  isSaid: boolean;
}

function StateWord({ card, failure, isSaid }: StateWordProps) {
  if (failure !== null) return <span className="text-bad shrink-0 text-[13px] font-medium">Not saved</span>;
  const status = statusOf(card);
  if (status === 'pending' && !isSaid) return null;
  const who = decidedBy(card)?.who;

  return (
    <span className="text-ink-soft max-w-40 shrink-0 truncate text-[13px] font-medium">
      {status === null ? 'Partly decided' : statusWords[status]}
      {who !== undefined && who !== '' && <span className="font-normal"> by {who}</span>}
    </span>
  );
}
