import type { Role } from '@earmark/contracts/accounts';
import { clsx } from 'clsx';
import { Link, useLocation } from '../kit/router/routing.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import { CompareButtons } from './compare-buttons.tsx';
import type { Moment } from './compare-buttons.tsx';
import { mayRestore } from './history-rights.ts';

interface MomentActionsProps {
  moment: Moment & { readonly link: string | null; readonly episodeUuid: string | null };
  role: Role | null;
  /** Whether this is the history of one episode, which can be restored to each of its versions. */
  isOfEpisode: boolean;
  onRestore: () => void;
  onFollow?: (() => void) | undefined;
}

/** What can be done with the moment just after a change: read, restore, compare. */
export function MomentActions({ moment, role, isOfEpisode, onRestore, onFollow }: MomentActionsProps) {
  const { pathname } = useLocation();
  // An episode's history stands on its page, and also has changes of other things, such as a published recount.
  const page = isOfEpisode ? pathname : moment.episodeUuid && moment.link;

  return (
    <>
      {page !== null && (
        <Link
          to={`${page}?asOf=${moment.eventId}`}
          onClick={onFollow}
          className={clsx(buttonClasses('quiet'), 'px-2!')}
        >
          Read as it was then
        </Link>
      )}
      {isOfEpisode && mayRestore(role) && (
        <Button variant="quiet" onClick={onRestore} className="px-2!">
          Restore this version
        </Button>
      )}
      <CompareButtons change={moment} onFollow={onFollow} />
    </>
  );
}
