import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface NoticeProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** A failure is announced at once. */
  failed?: boolean;
  level?: 1 | 2 | 3;
  /** Id of the heading, for a landmark labelled by it. */
  id?: string;
  className?: string;
}

const HEADINGS = { 1: 'h1', 2: 'h2', 3: 'h3' } as const;

/** Shown in place of missing content: the situation, the reason, and an action. */
export function Notice({ title, children, action, failed = false, level = 3, id, className }: NoticeProps) {
  const Heading = HEADINGS[level];

  return (
    <div
      role={failed ? 'alert' : undefined}
      className={clsx('flex flex-col items-center gap-2 px-6 py-10 text-center', className)}
    >
      <Heading id={id} className={clsx('text-[15px] font-semibold', failed && 'text-bad')}>
        {title}
      </Heading>
      {children !== undefined && <div className="text-ink-soft max-w-[52ch] text-pretty">{children}</div>}
      {action !== undefined && action !== false && <div className="mt-2">{action}</div>}
    </div>
  );
}
