import type { Role } from '@earmark/contracts/accounts';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
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
  return (
    <>
      {moment.episodeUuid !== null && moment.link !== null && (
        <Link
          to={`${moment.link}?asOf=${moment.eventId}`}
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
