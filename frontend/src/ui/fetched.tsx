import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import type { NoticeProps } from './notice.tsx';

/** What a query of any kind answers, as far as its states go. */
export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface FetchedProps<Data> {
  query: Query<Data>;
  pending: ReactNode;
  /** Shown where there is nothing to show but the failure. */
  failed: ReactNode;
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The four states of what comes from the server. What was read before stays when reading it again fails. */
export function Fetched<Data>({ query, pending, failed, isEmpty, empty, children }: FetchedProps<Data>): ReactNode {
  if (query.data === undefined) return query.error === null ? pending : failed;
  if (isEmpty?.(query.data)) return empty;

  return children(query.data);
}

type LoadingFailedProps = Omit<NoticeProps, 'failed' | 'children'> & { query: Query<unknown> };

/** Why nothing came, and a way to ask again unless `action` is a better one. */
export function LoadingFailed({ query: { error, refetch }, action, ...notice }: LoadingFailedProps) {
  return (
    <Notice failed action={action ?? <Button onClick={() => void refetch()}>Try again</Button>} {...notice}>
      {error?.message}
    </Notice>
  );
}

/** Two queries that are shown together: there when both are, failed when one is. */
export function bothOf<One, Other>(one: Query<One>, other: Query<Other>): Query<readonly [One, Other]> {
  const isThere = one.data !== undefined && other.data !== undefined;
  const failed = [one, other].find(({ data, error }) => data === undefined && error !== null);

  return {
    data: isThere ? [one.data, other.data] : undefined,
    error: failed?.error ?? null,
    refetch: () => Promise.all([one.refetch(), other.refetch()]),
  };
}
