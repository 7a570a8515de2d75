import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface PageFrameProps {
  /** Null for an additional part of a page. */
  title: string | null;
  children: ReactNode;
  className?: string;
}

/** The width and spacing of every page, and the document title. */
export function PageFrame({ title, children, className }: PageFrameProps) {
  return (
    <div className={clsx('page-frame mx-auto w-full max-w-300 px-4 py-6 sm:px-6', className)}>
      {title !== null && <title>{`${title} · Earmark`}</title>}
      {children}
    </div>
  );
}
