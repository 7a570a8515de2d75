import type { PendingChange } from '@earmark/contracts/recounts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDistance } from '../kit/date.ts';
import { CheckField } from '../ui/check-field.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { NextPage } from '../ui/more-button.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { TextField } from '../ui/text-field.tsx';
import { changeWords } from './recount-words.ts';
import { pendingChanges } from './recounts.api.ts';

interface ChangeChoiceProps {
  /** Ids of the events that made them. */
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** The changes of patterns that some episode is not counted with, to choose from. */
export function ChangeChoice({ chosen, onChange }: ChangeChoiceProps) {
  const [isOwn, setOwn] = useState(false);
  const [since, setSince] = useState('');
  const query = useInfiniteQuery(pendingChanges({ isOwn, since }));
  const choose = (changes: readonly PendingChange[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const { eventId } of changes)
      if (isChosen) next.add(eventId);
      else next.delete(eventId);
    onChange(next);
  };

  return (
    <div className="flex w-full flex-col gap-2">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <TextField label="Since" type="date" value={since} onChange={setSince} className="w-40" />
        <CheckField label="Only my changes" value={isOwn} onChange={setOwn} />
      </div>
      <Fetched
        query={query}
        pending={
          <Loading label="Loading changes">
            <Skeleton className="h-24" />
          </Loading>
        }
        failed={<LoadingFailed query={query} level={3} title="Error loading changes" />}
        isEmpty={({ pages }) => pages.every(({ changes }) => changes.length === 0)}
        empty={
          <p className="text-ink-soft text-[13px] text-pretty">
            {isOwn || since !== ''
              ? 'No such change is left out of the counts.'
              : 'Every episode is already counted with all changes of patterns.'}
          </p>
        }
      >
        {({ pages }) => (
          <div className="border-line max-h-72 w-full overflow-y-auto overscroll-contain rounded-md border">
            <Changes changes={pages.flatMap(({ changes }) => changes)} chosen={chosen} onChoose={choose} />
            <NextPage query={query} />
          </div>
        )}
      </Fetched>
    </div>
  );
}

interface ChangesProps {
  changes: readonly PendingChange[];
  chosen: ReadonlySet<string>;
  onChoose: (changes: readonly PendingChange[], isChosen: boolean) => void;
}

function Changes({ changes, chosen, onChoose }: ChangesProps) {
  return (
    <>
      <div className="border-line border-b px-3">
        <CheckField
          label="All that are listed"
          value={changes.every(({ eventId }) => chosen.has(eventId))}
          onChange={(isChosen) => onChoose(changes, isChosen)}
        />
      </div>
      <ul aria-label="Changes" className="px-3 py-1">
        {changes.map((change) => (
          <li key={change.eventId} className="flex flex-wrap items-center justify-between gap-x-4">
            <CheckField
              label={changeWords(change)}
              value={chosen.has(change.eventId)}
              onChange={(isChosen) => onChoose([change], isChosen)}
            />
            <span className="text-ink-soft text-[13px] max-sm:pb-1.5 max-sm:pl-6">
              {change.isOwn ? 'you' : change.by}, <time dateTime={change.at}>{formatDistance(change.at)}</time>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
