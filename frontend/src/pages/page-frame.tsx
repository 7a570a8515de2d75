import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** The width and spacing of every page, and its title in the window. */
export function PageFrame({ title, children, className }: { title: string; children: ReactNode; className?: string }) {
  return (
    <div className={clsx('mx-auto w-full max-w-300 px-4 py-6 sm:px-6', className)}>
      <title>{`${title} · Earmark`}</title>
      {children}
    </div>
  );
}
