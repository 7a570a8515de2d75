import { RequestFailed, Unreachable } from '../kit/api.ts';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import type { NoticeProps } from './notice.tsx';

/** The part of any query result that describes its state. */
export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface FetchedProps<Data> {
  query: Query<Data>;
  pending: ReactNode;
  /** Rendered when there is an error and no data, until it is asked again. */
  failed: ReactNode;
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Renders the four states of a query. Earlier data stays when a refetch fails. */
export function Fetched<Data>({ query, pending, failed, isEmpty, empty, children }: FetchedProps<Data>): ReactNode {
  if (query.data === undefined) return query.error === null || query.isFetching ? pending : failed;
  if (isEmpty?.(query.data)) return empty;

  return children(query.data);
}

type LoadingFailedProps = Omit<NoticeProps, 'failed' | 'children'> & { query: Query<unknown> };

/** The reason for the error, and a retry button unless `action` replaces it. */
export function LoadingFailed({ query: { error, refetch }, action, ...notice }: LoadingFailedProps) {
  const cause = error?.cause;
  // Other causes are in words of the browser.
  const reason = cause instanceof RequestFailed || cause instanceof Unreachable ? cause.message : null;

  return (
    <Notice failed action={action ?? <Button onClick={() => void refetch()}>Try again</Button>} {...notice}>
      {error?.message}
      {reason !== null && <span className="mt-1 block text-[13px]">{reason}</span>}
    </Notice>
  );
}

/** Combines two queries: it has data when both have, and an error when either has. */
export function bothOf<One, Other>(one: Query<One>, other: Query<Other>): Query<readonly [One, Other]> {
  const isThere = one.data !== undefined && other.data !== undefined;
  const failed = [one, other].find(({ data, error }) => data === undefined && error !== null);

  return {
    data: isThere ? [one.data, other.data] : undefined,
    error: failed?.error ?? null,
    isFetching: one.isFetching || other.isFetching,
    refetch: () => Promise.all([one.refetch(), other.refetch()]),
  };
}
