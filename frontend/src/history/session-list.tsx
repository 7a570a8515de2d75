import type { Change } from '@earmark/contracts/history';
import { useId, useMemo } from 'react';
import { formatDistance, formatMoment } from '../kit/date.ts';
import { initialOf } from '../ui/initial.ts';
import { BatchUndo } from './batch-undo.tsx';
import { ChangeRow } from './change-row.tsx';
import type { ChangeRowProps } from './change-row.tsx';
import { nameOfSave, sessionsOf } from './editing-sessions.ts';
import type { Save } from './editing-sessions.ts';
import { mayRevert } from './history-rights.ts';

interface SessionListProps extends Pick<ChangeRowProps, 'role' | 'episodeUuid' | 'comparison' | 'onFollow'> {
  /** Newest first. */
  changes: readonly Change[];
  /** Filters by one actor; omitted where there is no such filter. */
  onActor?: (actor: string) => void;
}

/** Changes grouped by editing session; the changes of one request can be undone together. */
export function SessionList({ changes, role, onActor, ...rest }: SessionListProps) {
  const id = useId();
  const sessions = useMemo(() => sessionsOf(changes), [changes]);
  const listed = useMemo(() => new Set(changes.map(({ eventId }) => eventId)), [changes]);
  const rowOf = (eventId: string) => (listed.has(eventId) ? `${id}-${eventId}` : null);

  return (
    <ol aria-label="Changes">
      {sessions.map(({ actor, newest: at, saves }) => {
        const count = saves.reduce((sum, save) => sum + save.changes.length, 0);

        return (
          // Keyed by its oldest change, so that later changes leave all rows in place.
          <li key={saves.at(-1)?.changes.at(-1)?.eventId} className="border-line border-b last:border-b-0">
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
            {saves.map((save) => (
              <div key={save.changes.at(-1)?.eventId} className="border-line not-last:border-b">
                {isUndoable(save) && save.changes.some((change) => mayRevert(role, change)) && (
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
                <ul className="divide-line divide-y">
                  {save.changes.map((change) => (
                    <li key={change.eventId}>
                      <ChangeRow change={change} role={role} rowOf={rowOf} {...rest} />
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </li>
        );
      })}
    </ol>
  );
}

const isUndoable = ({ changes }: Save): boolean => changes.length > 1 && changes.some(({ revertible }) => revertible);
