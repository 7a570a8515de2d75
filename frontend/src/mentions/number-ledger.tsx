import type { LedgerEntry } from '@earmark/contracts/entities';
import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { formatDistance } from '../kit/date.ts';
import { NextPage } from '../ui/more-button.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { numberLedger } from './why.api.ts';
import type { Scope } from './why.api.ts';

interface NumberLedgerProps {
  /** Slug or uuid. */
  entity: string;
  scope: Scope;
}

/** The changes of the number, newest first. */
export function NumberLedger(props: NumberLedgerProps) {
  const id = useId();

  return (
    <section aria-labelledby={id} className="border-line border-t">
      <h3 id={id} className="px-4 pt-3 pb-1 font-semibold">
        What moved it
      </h3>
      <Entries {...props} />
    </section>
  );
}

function Entries({ entity, scope }: NumberLedgerProps) {
  const query = useInfiniteQuery(numberLedger(entity, scope));

  return (
    <Fetched
      query={query}
      pending={
        <Loading label="Loading what moved it" className="flex flex-col gap-3 p-4">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </Loading>
      }
      failed={<LoadingFailed query={query} title="Error loading what moved it" />}
      isEmpty={({ pages }) => pages.every(({ entries }) => entries.length === 0)}
      empty={<p className="text-ink-soft px-4 pb-4">Nothing yet: it has always been 0.</p>}
    >
      {({ pages }) => (
        <>
          <ol aria-label="What moved it" className="divide-line divide-y">
            {pages
              .flatMap(({ entries }) => entries)
              .map((entry) => (
                <li key={entry.eventId} className="flex items-start gap-3 px-4 py-2">
                  <Entry entry={entry} isLinked={scope.kind !== 'episode' || scope.title !== null} />
                </li>
              ))}
          </ol>
          <NextPage query={query} />
        </>
      )}
    </Fetched>
  );
}

function Entry({ entry, isLinked }: { entry: LedgerEntry; isLinked: boolean }) {
  const { sentence, actor, at, difference, total, link } = entry;

  return (
    <>
      <span
        className={clsx(
          'w-14 shrink-0 text-right font-semibold tabular-nums',
          difference < 0 ? 'text-bad' : 'text-good',
        )}
      >
        {difference < 0 ? '−' : '+'}
        {Math.abs(difference).toLocaleString('en-GB')}
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-pretty wrap-anywhere">
          {link === null || !isLinked ? (
            sentence
          ) : (
            <Link to={link} className="hover:text-accent underline-offset-2 hover:underline">
              {sentence}
            </Link>
          )}
        </p>
        <p className="text-ink-soft text-[13px]">
          {actor}, <time dateTime={at}>{formatDistance(at)}</time>
        </p>
      </div>
      <span className="text-ink-soft shrink-0 text-[13px] leading-5 tabular-nums">
        = {total.toLocaleString('en-GB')}
      </span>
    </>
  );
}
