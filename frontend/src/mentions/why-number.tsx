import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { WhyPanel } from './why-panel.tsx';
import type { ShownNumber } from './why.api.ts';

interface WhyNumberProps {
  number: ShownNumber;
  /** Accessible name, where the text alone says too little. Starts with the text. */
  label?: string;
  className?: string;
  children: ReactNode;
}

/** A number that opens its breakdown. It lies above a link that covers the whole card. */
export function WhyNumber({ number, label, className, children }: WhyNumberProps) {
  return (
    <WhyPanel number={number}>
      <button
        type="button"
        aria-label={label}
        title="Why this number?"
        className={clsx(
          'hover:text-accent decoration-line-strong hover:decoration-accent relative z-1 -my-1 rounded py-1 whitespace-nowrap tabular-nums underline decoration-dotted underline-offset-4 pointer-coarse:-my-3 pointer-coarse:py-3',
          className,
        )}
      >
        {children}
      </button>
    </WhyPanel>
  );
}
