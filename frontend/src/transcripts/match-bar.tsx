import { ArrowUpRight, ChevronDown, ChevronUp, CircleHelp, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { IconButton } from '../ui/button.tsx';
import type { Marking } from './matches.ts';

interface MatchBarProps {
  marking: Marking;
  /** Which match is the current one, from 0. */
  at: number;
  onStep: (step: 1 | -1) => void;
  /** Tells why the current match is marked; null where that cannot be told. */
  onWhy: ((button: HTMLElement) => void) | null;
  onClear: () => void;
}

/** What is marked, "k of n mentions", and the way from one to the next. */
export function MatchBar({ marking, at, onStep, onWhy, onClear }: MatchBarProps) {
  const { kind, text, matches, total, href } = marking;
  const label = kind === 'text' ? `“${text}”` : text;
  const noun = kind === 'speaker' ? 'turn' : 'mention';

  return (
    <div className="flex min-w-0 items-center gap-1 print:hidden">
      {href === null ? (
        <p className="text-ink min-w-0 truncate font-medium" title={label}>
          {label}
        </p>
      ) : (
        <Link
          to={href}
          title={`All mentions of ${text}, in every podcast`}
          className="text-ink hover:text-accent flex min-h-6 min-w-0 items-center gap-0.5 font-medium"
        >
          <span className="min-w-0 truncate">{label}</span>
          <ArrowUpRight aria-hidden="true" className="size-3.5 shrink-0" />
        </Link>
      )}
      <output className="text-ink-soft ml-1 text-[13px] whitespace-nowrap tabular-nums">
        {matches.length === 0 ? `no ${noun}s` : `${at + 1} of ${total} ${noun}s`}
      </output>
      {matches.length > 1 && (
        <>
          <IconButton label={`Previous ${noun}`} onClick={() => onStep(-1)} className="ml-1">
            <ChevronUp aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label={`Next ${noun}`} onClick={() => onStep(1)}>
            <ChevronDown aria-hidden="true" className="size-4" />
          </IconButton>
        </>
      )}
      {onWhy !== null && matches.length > 0 && (
        // A finger asks the mark itself; there is no room for both here.
        <IconButton
          label="Why is this marked?"
          onClick={({ currentTarget }) => onWhy(currentTarget)}
          className="pointer-coarse:sr-only!"
        >
          <CircleHelp aria-hidden="true" className="size-4" />
        </IconButton>
      )}
      <IconButton label="Clear highlight" onClick={onClear}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  );
}
