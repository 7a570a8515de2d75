import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A grey shape of something that is still loading. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={clsx('skeleton', className)} />;
}

/** Skeletons with the words that a screen reader hears instead. */
export function Loading({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div className={className}>
      <output className="sr-only">{label}</output>
      {children}
    </div>
  );
}
