import type { UseInfiniteQueryResult } from '@tanstack/react-query';
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

export type NextPageQuery = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'
> & { fetchNextPage: () => Promise<unknown> };

/** Loads the next page of a paged list; renders nothing at its end. */
export function NextPage({ query, label = 'Load more' }: { query: NextPageQuery; label?: string }) {
  if (!query.hasNextPage) return null;

  return (
    <MoreButton
      label={label}
      isLoading={query.isFetchingNextPage}
      failure={query.isFetchNextPageError ? (query.error?.message ?? null) : null}
      onMore={() => void query.fetchNextPage()}
    />
  );
}
