import type { HistoryEntry } from '@earmark/contracts/history';
import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { Avatar, Byline } from './byline.tsx';
import { ChangeRow } from './change-row.tsx';
import type { ChangeRowProps } from './change-row.tsx';
import { EntryFold } from './entry-fold.tsx';
import { MomentActions } from './moment-actions.tsx';
import { RestoreForm } from './restore-form.tsx';
import type { Subject } from './subject.ts';

interface EntryRowProps extends Omit<ChangeRowProps, 'change' | 'episodeUuid' | 'byline' | 'children'> {
  entry: HistoryEntry;
  subject: Subject;
  /** Whether its changes are shown from the start. */
  startsOpen: boolean;
  onActor?: ((actor: string) => void) | undefined;
}

/** What one request changed, as one line, with its single changes below on demand. */
export function EntryRow({ entry, subject, startsOpen, onActor, ...rest }: EntryRowProps) {
  const { actor, at, count, lead } = entry;
  const episodeUuid = subject.kind === 'episode' ? subject.uuid : null;
  const byline = <Byline actor={actor} at={at} onActor={onActor} />;
  const fold = (actions?: ReactNode) => (
    <EntryFold entry={entry} subject={subject} startsOpen={startsOpen} {...rest}>
      {actions}
    </EntryFold>
  );
  if (lead === null) return <Several entry={entry} episodeUuid={episodeUuid} byline={byline} fold={fold} {...rest} />;

  return (
    <div className="flex gap-3 px-4 py-3">
      <Avatar actor={actor} />
      <div className="min-w-0 flex-1">
        <ChangeRow change={lead} episodeUuid={episodeUuid} byline={byline} {...rest} />
        {count > 1 && fold()}
      </div>
    </div>
  );
}

interface SeveralProps extends Pick<EntryRowProps, 'entry' | 'role' | 'onFollow'> {
  episodeUuid: string | null;
  byline: ReactNode;
  /** The row of actions, and below it the changes. */
  fold: (actions: ReactNode) => ReactNode;
}

function Several({ entry, episodeUuid, role, byline, fold, onFollow }: SeveralProps) {
  const { sentence, actor, count, undone, reason, link, eventId, position } = entry;
  const row = useRef<HTMLElement>(null);
  const [isRestoring, setRestoring] = useState(false);
  const isUndone = undone === count;

  return (
    <article
      ref={row}
      tabIndex={-1}
      aria-label={sentence}
      data-change={eventId}
      className="focus-visible:bg-hover flex gap-3 px-4 py-3 focus-visible:-outline-offset-2"
    >
      <Avatar actor={actor} />
      <div className="min-w-0 flex-1">
        <p className={clsx('text-pretty wrap-anywhere', isUndone && 'text-ink-soft line-through')}>
          {link === null ? (
            sentence
          ) : (
            <Link
              to={link}
              data-place
              onClick={onFollow}
              className="hover:text-accent inline-block py-0.5 underline-offset-2 hover:underline"
            >
              {sentence}
            </Link>
          )}
        </p>
        <p className="text-ink-faint mt-0.5 flex flex-wrap items-center gap-x-1.5 text-[13px]">
          {byline}
          <UndoneSince undone={undone} count={count} />
        </p>
        {reason !== null && (
          <p className="border-line-strong mt-1 border-l-2 pl-2 text-pretty wrap-anywhere">
            <span className="text-ink-faint">Reason:</span> {reason}
          </p>
        )}
        {fold(
          <MomentActions
            moment={entry}
            role={role}
            isOfEpisode={episodeUuid !== null}
            onRestore={() => setRestoring(!isRestoring)}
            onFollow={onFollow}
          />,
        )}
        {isRestoring && episodeUuid !== null && (
          <RestoreForm
            episodeUuid={episodeUuid}
            position={position}
            onClose={() => {
              setRestoring(false);
              row.current?.focus();
            }}
          />
        )}
      </div>
    </article>
  );
}

function UndoneSince({ undone, count }: Pick<HistoryEntry, 'undone' | 'count'>) {
  if (undone === null || undone === 0) return null;

  return (
    <span>
      ·{' '}
      {undone === count
        ? 'Undone since'
        : `${undone.toLocaleString('en')} of ${count.toLocaleString('en')} undone since`}
    </span>
  );
}
