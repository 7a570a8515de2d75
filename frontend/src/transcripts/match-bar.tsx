import { ArrowUpRight, ChevronDown, ChevronUp, CircleHelp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { IconButton } from '../ui/button.tsx';
import type { Marking } from './matches.ts';

interface MatchBarProps {
  marking: Marking;
  /** Index of the current match. */
  at: number;
  onStep: (step: 1 | -1) => void;
  /** Explains why the current match is marked; null where no explanation is available. */
  onWhy: ((button: HTMLElement) => void) | null;
  onClear: () => void;
  /** Laid over the name of a speaker, to choose another one. */
  choice?: ReactNode;
}

/** Shows what is marked and "k of n mentions", with buttons to step through the matches. */
export function MatchBar({ marking, at, onStep, onWhy, onClear, choice }: MatchBarProps) {
  const { kind, text, matches, total, href } = marking;
  const label = kind === 'text' ? `“${text}”` : text;
  const noun = kind === 'speaker' ? 'turn' : 'mention';

  return (
    <div className="flex min-w-0 items-center gap-1 print:hidden">
      {href === null ? (
        <div className="has-focus-visible:outline-accent relative flex h-8 min-w-0 items-center gap-0.5 rounded-md has-focus-visible:outline-2 pointer-coarse:h-11 pointer-coarse:min-w-11">
          <p className="text-ink min-w-0 truncate font-medium" title={label}>
            {label}
          </p>
          {choice}
        </div>
      ) : (
        <Link
          to={href}
          title={`All mentions of ${text}, in every podcast`}
          className="text-ink hover:text-accent flex min-h-6 min-w-0 items-center gap-0.5 font-medium"
        >
          <span className="min-w-0 truncate">{label}</span>
          <ArrowUpRight aria-hidden="true" className="size-3.5 shrink-0 crowded:hidden" />
        </Link>
      )}
      <output className="text-ink-soft ml-1 text-[13px] whitespace-nowrap tabular-nums">
        {matches.length === 0 ? (
          `no ${noun}s`
        ) : (
          <>
            <span className="crowded:sr-only">{`${at + 1} of ${total} ${noun}s`}</span>
            <span
              aria-hidden="true"
              data-short={`${at + 1} of ${total}`}
              className="hidden before:content-[attr(data-short)] crowded:inline"
            />
          </>
        )}
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
        // On touch screens the mark itself opens the explanation; there is no room for this button.
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
