import type { Change } from '@earmark/contracts/history';
import { clsx } from 'clsx';
import { GitCompareArrows } from 'lucide-react';
import { createContext, use } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { IconButton, TouchWord, buttonClasses, wordedOnTouch } from '../ui/button.tsx';

/** The change of an episode to compare others with; null outside an episode's history. */
export const CompareContext = createContext<{
  readonly from: Change | null;
  readonly choose: (from: Change | null) => void;
} | null>(null);

interface CompareButtonsProps {
  change: Change;
  onFollow?: () => void;
}

/** Chooses two moments for the episode page to compare. */
export function CompareButtons({ change, onFollow }: CompareButtonsProps) {
  const choice = use(CompareContext);
  // The history of an episode is opened on its page.
  const { pathname } = useLocation();
  if (choice === null) return null;
  const { from, choose } = choice;
  const isFrom = from?.eventId === change.eventId;
  if (from !== null && !isFrom)
    return (
      <Link
        to={`${pathname}?${momentsOf(from, change)}`}
        onClick={onFollow}
        className={clsx(buttonClasses('quiet'), 'px-2!')}
      >
        Compare with this one
      </Link>
    );

  return (
    <>
      <IconButton
        label="Compare from here"
        aria-pressed={isFrom}
        onClick={() => choose(isFrom ? null : change)}
        className={clsx(wordedOnTouch, isFrom && 'bg-accent-soft text-accent-strong!')}
      >
        <GitCompareArrows aria-hidden="true" className="size-4" />
        <TouchWord>Compare</TouchWord>
      </IconButton>
      {isFrom && (
        <output className="text-ink-soft order-last basis-full px-2 pb-1 text-[13px]">
          Now choose the change to compare it with, or{' '}
          <Link
            to={`${pathname}?asOf=${change.eventId}&compare=now`}
            onClick={onFollow}
            className="text-accent underline underline-offset-2 pointer-coarse:py-3"
          >
            compare it with now
          </Link>
          .
        </output>
      )}
    </>
  );
}

/** Shows the page after the earlier change, compared with the later one. */
function momentsOf(one: Change, other: Change): string {
  const [earlier, later] = BigInt(one.position) < BigInt(other.position) ? [one, other] : [other, one];

  return `asOf=${earlier.eventId}&compare=${later.eventId}`;
}
