import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A grey placeholder for something that is loading. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={clsx('skeleton', className)} />;
}

/** Skeletons with a label that screen readers announce instead. */
export function Loading({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div className={className}>
      <output className="sr-only">{label}</output>
      {children}
    </div>
  );
}

interface RowSkeletonsProps {
  label: string;
  rows: number;
  /** The classes of the size of a cover; null: rows have none. */
  cover?: string | null;
}

/** A list whose rows have a title and two lines, perhaps beside a cover. */
export function RowSkeletons({ label, rows, cover = null }: RowSkeletonsProps) {
  return (
    <Loading label={label} className="divide-line divide-y">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex gap-4 px-4 py-4">
          {cover !== null && <Skeleton className={clsx('shrink-0', cover)} />}
          <div className="flex-1">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="mt-2.5 h-3.5 w-3/5" />
            <Skeleton className="mt-2.5 h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
