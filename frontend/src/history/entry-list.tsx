import type { HistoryEntry } from '@earmark/contracts/history';
import { useId, useMemo } from 'react';
import type { ChangeRowProps } from './change-row.tsx';
import { dayOf } from './days.ts';
import { EntryRow } from './entry-row.tsx';
import type { Subject } from './subject.ts';

interface EntryListProps extends Pick<ChangeRowProps, 'role' | 'comparison' | 'onFollow'> {
  /** Newest first. */
  entries: readonly HistoryEntry[];
  subject: Subject;
  /** Filters by one actor; omitted where there is no such filter. */
  onActor?: ((actor: string) => void) | undefined;
}

/**
 * Entries under the headings of their days. One flat list: days change as entries come and go at either end, and a row in
 * a group that is new to React would lose the focus.
 */
export function EntryList({ entries, subject, ...rest }: EntryListProps) {
  const id = useId();
  const listed = useMemo(() => new Set(entries.flatMap(({ lead }) => lead?.eventId ?? [])), [entries]);
  const rowOf = (eventId: string) => (listed.has(eventId) ? `${id}-${eventId}` : null);
  const isOnly = subject.kind === 'everything' && subject.correlationId !== null;

  return (
    <ol aria-label="Changes">
      {entries.map((entry, index) => {
        const day = dayOf(entry.at);
        const previous = entries[index - 1];

        return (
          <li key={entry.correlationId} className="border-line border-b last:border-b-0">
            {(previous === undefined || dayOf(previous.at) !== day) && (
              <h3 className="bg-canvas border-line text-ink-soft border-b px-4 py-2 text-[13px] font-semibold">
                {day}
              </h3>
            )}
            <EntryRow entry={entry} subject={subject} rowOf={rowOf} startsOpen={isOnly} {...rest} />
          </li>
        );
      })}
    </ol>
  );
}
