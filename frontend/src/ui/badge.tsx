import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const tones = {
  plain: 'bg-hover text-ink-soft',
  accent: 'bg-accent-soft text-accent-strong',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
} as const;

export function Badge({ children, tone = 'plain' }: { children: ReactNode; tone?: keyof typeof tones }) {
  return (
    <span
      className={clsx(
        'inline-flex min-h-5 items-center gap-1 rounded px-1.5 text-xs font-medium whitespace-nowrap tabular-nums',
        // At 400 % zoom, a long one has no other room.
        'max-[400px]:whitespace-normal',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
