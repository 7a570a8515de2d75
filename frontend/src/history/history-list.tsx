import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { NextPage } from '../ui/more-button.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import type { ChangeRowProps } from './change-row.tsx';
import { CompareContext } from './compare-buttons.tsx';
import type { Moment } from './compare-buttons.tsx';
import { EntryList } from './entry-list.tsx';
import { history } from './history.api.ts';
import type { Subject } from './subject.ts';

interface HistoryListProps extends Pick<ChangeRowProps, 'role' | 'comparison' | 'onFollow'> {
  subject: Subject;
  onActor?: (actor: string) => void;
  /** Clears the filters; only where the subject is filtered. */
  onClear?: (() => void) | undefined;
}

/** All changes of the subject, newest first. */
export function HistoryList({ subject, role, comparison, onFollow, onActor, onClear }: HistoryListProps) {
  const query = useInfiniteQuery(history(subject));
  const [compareFrom, setCompareFrom] = useState<Moment | null>(null);
  const isOfEpisode = subject.kind === 'episode';
  const choice = useMemo(
    () => (isOfEpisode ? { from: compareFrom, choose: setCompareFrom } : null),
    [isOfEpisode, compareFrom],
  );

  return (
    <CompareContext value={choice}>
      <Fetched
        query={query}
        pending={<HistorySkeleton />}
        failed={<LoadingFailed query={query} title="Error loading history" />}
      >
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);

          return (
            <>
              {entries.length === 0 && (
                <Notice title="No changes" action={onClear && <Button onClick={onClear}>Clear filters</Button>}>
                  {emptyText(query.hasNextPage, onClear !== undefined)}
                </Notice>
              )}
              {entries.length > 0 && (
                <EntryList
                  entries={entries}
                  subject={subject}
                  role={role}
                  comparison={comparison}
                  onFollow={onFollow}
                  onActor={onActor}
                />
              )}
              <NextPage query={query} label={entries.length === 0 ? 'Look further back' : 'Show older changes'} />
            </>
          );
        }}
      </Fetched>
    </CompareContext>
  );
}

function emptyText(isMoreToCome: boolean, isFiltered: boolean): string {
  if (isMoreToCome) return 'None among the latest changes of the site.';

  return isFiltered
    ? 'No change matches these filters.'
    : 'Changes appear here, with who made them and what was there before.';
}

function HistorySkeleton() {
  return (
    <Loading label="Loading history" className="divide-line divide-y">
      {[0, 1, 2, 3].map((index) => (
        <div key={index} className="px-4 py-4">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="mt-3 h-4 w-4/5" />
          <Skeleton className="mt-2 h-10 w-full" />
        </div>
      ))}
    </Loading>
  );
}
