import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

interface MoreButtonProps {
  label: string;
  isLoading: boolean;
  /** Why the last attempt failed; null when it did not. */
  failure: string | null;
  onMore: () => void;
}

/** The button below a list that has more entries. */
export function MoreButton({ label, isLoading, failure, onMore }: MoreButtonProps) {
  return (
    <div className="border-line flex flex-col items-center gap-2 border-t p-4">
      {failure !== null && (
        <p role="alert" className="text-bad text-center text-[13px] wrap-anywhere">
          {failure}
        </p>
      )}
      <Button onClick={onMore} aria-disabled={isLoading} className={isLoading ? 'opacity-60' : undefined}>
        {isLoading ? 'Loading…' : label}
      </Button>
    </div>
  );
}

export interface NextPageQuery extends Pick<
  UseInfiniteQueryResult,
  'error' | 'errorUpdateCount' | 'hasNextPage' | 'isError' | 'isFetching' | 'isFetchNextPageError'
> {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Loads the next page of a paged list; renders nothing at its end. */
export function NextPage({ query, label = 'Load more' }: { query: NextPageQuery; label?: string }) {
  const { data, error, errorUpdateCount, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const pages = data?.pages.length ?? 0;
  // Until another page has come, or an attempt has failed.
  const [asked, setAsked] = useState({ pages: 0, failures: 0 });
  const isAsked = hasNextPage && asked.pages === pages && asked.failures === errorUpdateCount;
  // The live feed may refetch the list at any moment, which cancels the loading of a page, and is cancelled by it.
  useEffect(() => {
    if (isAsked && !isFetching) void fetchNextPage();
  }, [isAsked, isFetching, fetchNextPage]);
  if (!hasNextPage) return null;

  return (
    <MoreButton
      label={label}
      isLoading={isAsked}
      failure={isFetchNextPageError ? (error?.message ?? null) : null}
      onMore={() => setAsked({ pages, failures: errorUpdateCount })}
    />
  );
}
