import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export function Badge({ children, tone = 'plain' }: { children: ReactNode; tone?: 'plain' | 'accent' }) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 items-center gap-1 rounded px-1.5 text-xs font-medium whitespace-nowrap tabular-nums',
        tone === 'accent' ? 'bg-accent-soft text-accent-strong' : 'bg-hover text-ink-soft',
      )}
    >
      {children}
    </span>
  );
}
