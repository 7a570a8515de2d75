import { useState } from 'react';
import { TextField } from '../ui/text-field.tsx';
import { BatchUndo } from './batch-undo.tsx';

const HOUR_MS = 60 * 60_000;

/** Undoes the changes of one actor in a span of time, after listing them. */
export function ActorUndo({ actor }: { actor: string }) {
  const [from, setFrom] = useState(() => localMinute(Date.now() - HOUR_MS));
  const [to, setTo] = useState(() => localMinute(Date.now() + 60_000));
  const isSpan = !Number.isNaN(Date.parse(from)) && Date.parse(from) < Date.parse(to);

  return (
    <section
      aria-label={`Undo changes of ${actor}`}
      className="bg-surface border-line flex flex-wrap items-end gap-3 rounded-md border p-4"
    >
      <TextField label="Changed from" type="datetime-local" value={from} onChange={setFrom} className="max-sm:w-full" />
      <TextField
        label="Until"
        type="datetime-local"
        value={to}
        onChange={setTo}
        fault={isSpan ? null : 'The end must be after the start.'}
        className="max-sm:w-full"
      />
      {isSpan && (
        <BatchUndo
          key={`${from} ${to}`}
          label={`Undo changes of ${actor}…`}
          choice={{ actor, from: new Date(from).toISOString(), to: new Date(to).toISOString() }}
        />
      )}
    </section>
  );
}

/** The local time to the minute, as a datetime-local input expects it. */
function localMinute(ms: number): string {
  const there = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);

  return there.toISOString().slice(0, 16);
}
