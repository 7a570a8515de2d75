import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { IconButton } from '../kit/button.tsx';
import type { Marking } from './matches.ts';

interface MatchBarProps {
  marking: Marking;
  /** Which match is the current one, from 0. */
  at: number;
  onStep: (step: 1 | -1) => void;
  onClear: () => void;
}

/** What is marked, "k of n mentions", and the way from one to the next. */
export function MatchBar({ marking, at, onStep, onClear }: MatchBarProps) {
  const { kind, text, matches, total } = marking;
  const label = kind === 'text' ? `“${text}”` : text;

  return (
    <div className="flex min-w-0 items-center gap-1">
      <p className="text-ink min-w-0 truncate font-medium" title={label}>
        {label}
      </p>
      <output className="text-ink-soft ml-1 text-[13px] whitespace-nowrap tabular-nums">
        {matches.length === 0 ? 'no mentions' : `${at + 1} of ${total} mentions`}
      </output>
      {matches.length > 1 && (
        <>
          <IconButton label="Previous mention" onClick={() => onStep(-1)} className="ml-1">
            <ChevronUp aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label="Next mention" onClick={() => onStep(1)}>
            <ChevronDown aria-hidden="true" className="size-4" />
          </IconButton>
        </>
      )}
      <IconButton label="Clear highlight" onClick={onClear}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  );
}
