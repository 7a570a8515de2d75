import type { Change } from '@earmark/contracts/history';
import { clsx } from 'clsx';
import { createContext, use } from 'react';
import { Link, useLocation } from '../kit/router/routing.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';

/** The moment just after a change. */
export type Moment = Pick<Change, 'eventId' | 'position'>;

/** The change of an episode to compare others with; null outside an episode's history. */
export const CompareContext = createContext<{
  readonly from: Moment | null;
  readonly choose: (from: Moment | null) => void;
} | null>(null);

interface CompareButtonsProps {
  change: Moment;
  onFollow?: (() => void) | undefined;
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
      <Button
        variant="quiet"
        aria-pressed={isFrom}
        onClick={() => choose(isFrom ? null : change)}
        className={clsx('px-2!', isFrom && 'bg-accent-soft text-accent-strong!')}
      >
        Compare from here
      </Button>
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
function momentsOf(one: Moment, other: Moment): string {
  const [earlier, later] = BigInt(one.position) < BigInt(other.position) ? [one, other] : [other, one];

  return `asOf=${earlier.eventId}&compare=${later.eventId}`;
}
