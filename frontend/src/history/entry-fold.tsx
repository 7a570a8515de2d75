import type { HistoryEntry } from '@earmark/contracts/history';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { clsx } from 'clsx';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { NextPage } from '../ui/more-button.tsx';
import { BatchUndo } from './batch-undo.tsx';
import { ChangeRow } from './change-row.tsx';
import type { ChangeRowProps } from './change-row.tsx';
import { mayReadAll } from './history-rights.ts';
import { entryChanges } from './history.api.ts';
import type { Subject } from './subject.ts';

interface EntryFoldProps extends Pick<ChangeRowProps, 'role' | 'comparison' | 'onFollow'> {
  entry: HistoryEntry;
  subject: Subject;
  startsOpen: boolean;
  /** Further actions in the same row. */
  children?: ReactNode;
}

/** Opens and closes the changes of an entry, and undoes all of them or some. */
export function EntryFold({ entry, subject, startsOpen, role, comparison, onFollow, children }: EntryFoldProps) {
  const { correlationId, kind, count, elsewhere, undone, undoableBy } = entry;
  const id = useId();
  const [isOpen, setOpen] = useState(startsOpen);
  const mayUndo = role === 'admin' ? undoableBy !== null : role === 'analyst' && undoableBy === 'analyst';

  return (
    <>
      <div className="mt-1 -ml-2 flex flex-wrap items-center gap-x-1 gap-y-0.5">
        <Button
          variant="quiet"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
          className="gap-1! px-2!"
        >
          <ChevronRight aria-hidden="true" className={clsx('size-4', isOpen && 'rotate-90')} />
          {isOpen ? 'Hide' : 'Show'} {count.toLocaleString('en')} changes
        </Button>
        {mayUndo && undone !== count && (
          <BatchUndo
            label={kind === 'undo' ? 'Undo this undo' : `Undo this whole ${kind}`}
            choice={{ correlationId }}
            variant="quiet"
          />
        )}
        {elsewhere > 0 && mayReadAll(role) && (
          <Link
            to={`/admin/changes?${new URLSearchParams({ correlation: correlationId })}`}
            onClick={onFollow}
            className={clsx(buttonClasses('quiet'), 'px-2!')}
          >
            {elsewhere.toLocaleString('en')} more elsewhere
          </Link>
        )}
        {children}
      </div>
      {isOpen && (
        <div id={id} className="border-line mt-2 rounded-md border">
          <Unfolded entry={entry} subject={subject} role={role} comparison={comparison} onFollow={onFollow} />
        </div>
      )}
    </>
  );
}

function Unfolded({ entry, subject, role, comparison, onFollow }: Omit<EntryFoldProps, 'startsOpen' | 'children'>) {
  const id = useId();
  const query = useInfiniteQuery(entryChanges(subject, entry.correlationId));
  const shown = query.data?.pages.flatMap(({ changes }) => changes) ?? [];
  const listed = new Set(shown.map(({ eventId }) => eventId));
  const left = (query.data?.pages[0]?.count ?? 0) - shown.length;

  return (
    <Fetched
      query={query}
      pending={<output className="text-ink-soft block p-4">Loading its changes…</output>}
      failed={<LoadingFailed query={query} title="Error loading the changes" />}
    >
      {() => (
        <>
          <ol aria-label={`Changes of this ${entry.kind}`} className="divide-line divide-y">
            {shown.map((change) => (
              <li key={change.eventId} className="px-3 py-2">
                <ChangeRow
                  change={change}
                  role={role}
                  episodeUuid={null}
                  rowOf={(eventId) => (listed.has(eventId) ? `${id}-${eventId}` : null)}
                  comparison={comparison}
                  onFollow={onFollow}
                  isPart
                />
              </li>
            ))}
          </ol>
          <NextPage query={query} label={`Show ${Math.min(left, 50)} more`} />
        </>
      )}
    </Fetched>
  );
}
