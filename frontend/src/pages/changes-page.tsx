import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { useSearchParams } from '../kit/router/routing.tsx';
import { me } from '../accounts/accounts.api.ts';
import { ActorUndo } from '../history/actor-undo.tsx';
import { BatchUndo } from '../history/batch-undo.tsx';
import { useChangeKeys } from '../history/change-keys.ts';
import { HistoryList } from '../history/history-list.tsx';
import { NewChanges } from '../history/new-changes.tsx';
import { ChangeFilters } from './change-filters.tsx';
import { startOfDay } from '../history/days.ts';
import { FEATURES } from '../history/subject.ts';
import type { LogFilter, Subject } from '../history/subject.ts';
import { useAddress } from '../kit/address.ts';
import { Button } from '../ui/button.tsx';
import { ComparedChange } from '../recounts/compared-change.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** Every change on the site, newest first, updated live. */
export function ChangesPage() {
  const list = useRef<HTMLDivElement>(null);
  const { data } = useQuery(me);
  const role = data?.user?.role ?? null;
  const [params] = useSearchParams();
  const setAddress = useAddress();
  const filter = filterOf(params);
  const subject: Subject = { kind: 'everything', ...filter };
  const { actor, correlationId } = filter;
  const isFiltered = Object.values(filter).some((value) => value !== null);
  useChangeKeys(list);

  const choose = (name: string, value: string | null) => setAddress({ [name]: value || null });

  const clear = () =>
    setAddress({ actor: null, kind: null, podcast: null, correlation: null, from: null, to: null, text: null });

  return (
    <PageFrame title="Recent Changes" className="flex flex-col gap-6">
      <PageTitle title="Recent Changes" subtitle="Every change on the site, who made it, and what was there before." />
      <ChangeFilters filter={filter} onChoose={choose} onClear={isFiltered ? clear : null} />
      {correlationId !== null && (
        <div className="bg-accent-soft flex flex-wrap items-center gap-3 rounded-md px-4 py-2">
          <p className="mr-auto">Only what one request changed is shown.</p>
          <BatchUndo label="Undo all of them" choice={{ correlationId }} />
          <Button onClick={() => choose('correlation', null)}>
            <X aria-hidden="true" className="size-4" />
            Show everything
          </Button>
        </div>
      )}
      {actor !== null && <ActorUndo key={actor} actor={actor} />}
      <NewChanges subject={subject} />
      <div
        ref={list}
        className="bg-surface border-line -mt-3 overflow-clip border-y max-sm:-mx-4 sm:rounded-md sm:border-x"
      >
        <h2 className="sr-only">Changes</h2>
        <HistoryList
          subject={subject}
          role={role}
          comparison={(change) => <ComparedChange change={change} />}
          onActor={(name) => choose('actor', name)}
          onClear={isFiltered ? clear : undefined}
        />
      </div>
      <p className="text-ink-faint text-[13px] pointer-coarse:hidden">Keys: j and k move, Enter opens, u undoes.</p>
    </PageFrame>
  );
}

function filterOf(params: URLSearchParams): LogFilter {
  const of = (name: string) => params.get(name) || null;

  return {
    actor: of('actor'),
    feature: FEATURES.find((feature) => feature === of('kind')) ?? null,
    podcast: of('podcast'),
    correlationId: of('correlation'),
    from: dateOf(of('from')),
    to: dateOf(of('to')),
    text: of('text'),
  };
}

const dateOf = (value: string | null): string | null =>
  value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) && startOfDay(value) !== null ? value : null;
