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
