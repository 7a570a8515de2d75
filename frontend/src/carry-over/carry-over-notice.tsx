import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { counted } from '../kit/counted.ts';
import { useAddress } from '../kit/address.ts';
import { useSearchParams } from '../kit/router/routing.tsx';
import { Button } from '../ui/button.tsx';
import { carryOver } from './carry-over.api.ts';
import { CarryOverEnd } from './carry-over-end.tsx';
import { WaitingList } from './waiting-list.tsx';

/** The address parameter that opens the list. */
const CORRECTIONS = 'corrections';

interface CarryOverNoticeProps {
  episodeUuid: string;
  /** How far the episode's processing is. */
  phase: string;
  /** Null: the episode has no sound. */
  play: ((ms: number) => void) | null;
}

/** Says to administrators that a new transcript waits for them, and shows the corrections that need a look. */
export function CarryOverNotice({ episodeUuid, phase, play }: CarryOverNoticeProps) {
  const { data, error, refetch } = useQuery(carryOver(episodeUuid, phase));
  const [params] = useSearchParams();
  const setAddress = useAddress();
  const listId = useId();
  if (data === undefined)
    return error === null ? null : (
      <div role="alert" className={frame}>
        <p className="text-bad">Could not load whether a new transcript waits. {error.message}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    );
  if (!data.isOpen) return null;
  const { waiting } = data;
  const isListed = params.has(CORRECTIONS);

  return (
    <section aria-label="New transcript" className="bg-surface border-line rounded-md border text-[13px]">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
        <output className="text-pretty">
          <strong className="font-semibold">The new transcript is ready.</strong> {sentenceOf(data)}{' '}
          <span className="text-ink-soft">Until then, readers keep this one.</span>
        </output>
        {waiting.length > 0 && (
          <Button
            aria-expanded={isListed}
            aria-controls={listId}
            onClick={() => setAddress({ [CORRECTIONS]: isListed ? null : 'open' })}
          >
            {isListed ? 'Close the list' : `Review ${counted(waiting.length, 'correction')}`}
          </Button>
        )}
      </div>
      <div id={listId} className="border-line border-t">
        {isListed && waiting.length > 0 && <WaitingList episodeUuid={episodeUuid} waiting={waiting} play={play} />}
        <CarryOverEnd episodeUuid={episodeUuid} waiting={waiting} />
      </div>
    </section>
  );
}

const frame =
  'bg-surface border-line flex flex-wrap items-center justify-between gap-3 rounded-md border px-4 py-2.5 text-[13px]';

function sentenceOf({
  placed,
  waiting,
  accepted,
}: {
  placed: number;
  accepted: number;
  waiting: readonly { kind: string }[];
}) {
  if (waiting.some(({ kind }) => kind === 'version'))
    return 'This one was written by people: choose which one readers see.';
  const done = placed + accepted;
  const carried = `${counted(done, 'correction')} ${done === 1 ? 'was' : 'were'} carried over`;
  const { length } = waiting;
  if (length === 0) return `${carried}, and nothing is left to decide.`;

  return done === 0
    ? `${counted(length, 'correction needs', 'corrections need')} a look.`
    : `${carried}, ${length} ${length === 1 ? 'needs' : 'need'} a look.`;
}
