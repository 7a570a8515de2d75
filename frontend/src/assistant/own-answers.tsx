import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { formatMoment } from '../kit/date.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { NextPage } from '../ui/more-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { notify } from '../ui/toast.tsx';
import { deleteAllAnswers, ownAnswers } from './assistant.api.ts';

/** Earlier questions: of this browser, or of the account on all its devices. */
export function OwnAnswers({ shownHere, onDeleted }: { shownHere: ReadonlySet<string>; onDeleted: () => void }) {
  const [text, setText] = useState('');
  const [isAsking, setAsking] = useState(false);
  const wanted = useDeferredValue(text.trim());
  const query = useInfiniteQuery(ownAnswers(wanted));
  const client = useQueryClient();
  const remove = async () => {
    try {
      await deleteAllAnswers();
      onDeleted();
      await client.invalidateQueries({ queryKey: ['assistant', 'answers'] });
      notify('Your questions were deleted');
    } catch (error) {
      notify('Your questions could not be deleted', error instanceof Error ? error.message : String(error));
    }
  };
  const rows = query.data?.pages.flatMap(({ answers }) => answers) ?? [];
  const others = rows.filter(({ id }) => !shownHere.has(id));
  if (query.data !== undefined && wanted === '' && others.length === 0) return null;

  return (
    <section aria-labelledby="own-answers" className="bg-surface border-line rounded-md border">
      <div className="border-line flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
        <h2 id="own-answers" className="mr-auto text-[15px] font-semibold">
          Your earlier questions
        </h2>
        <SearchField placeholder="Filter your questions" value={text} onChange={setText} className="max-sm:w-full" />
        <Button onClick={() => setAsking(true)}>Delete all</Button>
      </div>
      <Fetched
        query={query}
        pending={<RowSkeletons label="Loading your questions" rows={2} />}
        failed={<LoadingFailed query={query} title="Could not load your questions" />}
        isEmpty={() => others.length === 0}
        empty={<Notice title={`No question matches “${wanted}”`} />}
      >
        {() => (
          <>
            <ol aria-label="Earlier questions" className="divide-line divide-y">
              {others.map(({ id, address, question, timestamp, scope, isAnswered, isShared }) => (
                <li key={id} className="hover:bg-hover relative px-4 py-2.5">
                  <Link
                    to={address}
                    dir="auto"
                    className="line-clamp-2 font-medium wrap-anywhere after:absolute after:inset-0"
                  >
                    {question}
                  </Link>
                  <p className="text-ink-soft text-[13px]">
                    <time dateTime={timestamp}>{formatMoment(timestamp)}</time>
                    {' · '}
                    {scope}
                    {!isAnswered && ' · not answered'}
                    {isShared && ' · shared'}
                  </p>
                </li>
              ))}
            </ol>
            <NextPage query={query} />
          </>
        )}
      </Fetched>
      <ConfirmDialog
        title="Delete all your questions?"
        about="All your questions and their answers are deleted for good. Shared links no longer work."
        confirm="Delete all"
        isOpen={isAsking}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
