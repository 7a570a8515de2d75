import type { Change } from '@earmark/contracts/history';
import { useId, useMemo } from 'react';
import { formatDistance, formatMoment } from '../kit/date.ts';
import { initialOf } from '../ui/initial.ts';
import { BatchUndo } from './batch-undo.tsx';
import { ChangeRow } from './change-row.tsx';
import type { ChangeRowProps } from './change-row.tsx';
import { nameOfSave, sessionsOf } from './editing-sessions.ts';
import type { EditingSession, Save } from './editing-sessions.ts';
import { mayRevert } from './history-rights.ts';

interface SessionListProps extends Pick<ChangeRowProps, 'role' | 'episodeUuid' | 'comparison' | 'onFollow'> {
  /** Newest first. */
  changes: readonly Change[];
  /** Filters by one actor; omitted where there is no such filter. */
  onActor?: ((actor: string) => void) | undefined;
}

/**
 * Changes under the headings of their editing sessions; the changes of one request can be undone together. One flat list:
 * groups change as changes come and go at either end, and a row in a group that is new to React would lose the focus.
 */
export function SessionList({ changes, role, onActor, ...rest }: SessionListProps) {
  const id = useId();
  const sessions = useMemo(() => sessionsOf(changes), [changes]);
  const listed = useMemo(() => new Set(changes.map(({ eventId }) => eventId)), [changes]);
  const rowOf = (eventId: string) => (listed.has(eventId) ? `${id}-${eventId}` : null);

  return (
    <ol aria-label="Changes">
      {sessions.flatMap((session) =>
        session.saves.flatMap((save, saveAt) =>
          save.changes.map((change, changeAt) => (
            <li key={change.eventId} className="border-line border-b last:border-b-0">
              {saveAt === 0 && changeAt === 0 && <SessionHeading session={session} onActor={onActor} />}
              {changeAt === 0 && isUndoable(save) && save.changes.some((one) => mayRevert(role, one)) && (
                <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3">
                  <p className="text-ink-soft text-[13px]">
                    {save.changes.length} changes of one {nameOfSave(save)}
                  </p>
                  <BatchUndo
                    label={`Undo this whole ${nameOfSave(save)}`}
                    choice={{ correlationId: save.correlationId }}
                  />
                </div>
              )}
              <ChangeRow change={change} role={role} rowOf={rowOf} {...rest} />
            </li>
          )),
        ),
      )}
    </ol>
  );
}

interface SessionHeadingProps extends Pick<SessionListProps, 'onActor'> {
  session: EditingSession;
}

function SessionHeading({ session: { actor, newest: at, saves }, onActor }: SessionHeadingProps) {
  const count = saves.reduce((sum, save) => sum + save.changes.length, 0);

  return (
    <div className="bg-canvas border-line flex min-h-11 items-center gap-2.5 border-b px-4 py-1.5">
      <span
        aria-hidden="true"
        className="bg-hover text-ink-soft flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold"
      >
        {initialOf(actor)}
      </span>
      <h3 className="min-w-0 font-semibold wrap-anywhere">
        {onActor === undefined ? (
          actor
        ) : (
          <button
            type="button"
            title={`Only changes by ${actor}`}
            onClick={() => onActor(actor)}
            className="hover:text-accent text-left underline-offset-2 hover:underline pointer-coarse:min-h-11"
          >
            {actor}
          </button>
        )}
      </h3>
      <p className="text-ink-soft text-[13px]">
        <time dateTime={at} title={formatMoment(at)}>
          {formatDistance(at)}
        </time>
        {count > 1 && ` · ${count} changes`}
      </p>
    </div>
  );
}

const isUndoable = ({ changes }: Save): boolean => changes.length > 1 && changes.some(({ revertible }) => revertible);
