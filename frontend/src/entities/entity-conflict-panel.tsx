import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Choice } from '../kit/choice.tsx';
import type { EntityConflict, Kept } from './entity-conflicts.ts';

interface EntityConflictPanelProps {
  conflicts: readonly EntityConflict[];
  isSaving: boolean;
  onResolve: (kept: ReadonlyMap<string, Kept>) => void;
}

const CHOICES = [
  { value: 'mine', label: 'Keep mine' },
  { value: 'theirs', label: 'Take theirs' },
] as const;

/** What somebody else has changed as well: which of the two is to be, one by one. */
export function EntityConflictPanel({ conflicts, isSaving, onResolve }: EntityConflictPanelProps) {
  const [kept, setKept] = useState<ReadonlyMap<string, Kept>>(new Map());

  return (
    <section aria-label="Conflicts" className="border-bad bg-bad-soft flex flex-col gap-3 rounded-md border p-4">
      <div role="alert">
        <h3 className="text-bad font-semibold">Somebody else has changed the same entities</h3>
        <p className="text-ink-soft mt-0.5">
          Nothing is saved yet. Choose what each of them is to be, then save again.
        </p>
      </div>
      <ul className="flex flex-col gap-2">
        {conflicts.map(({ entityId, base, mine, theirs }) => (
          <li key={entityId} className="bg-surface flex flex-wrap items-center gap-x-6 gap-y-2 rounded-md p-3">
            <dl className="grid min-w-0 flex-1 basis-60 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
              <Side label="Before" side={base} missing="Not in the list" />
              <Side label="Mine" side={mine} missing="Deleted" />
              <Side label="Theirs" side={theirs} missing="Deleted" />
            </dl>
            <Choice
              label={`What ${(theirs ?? mine ?? base)?.name ?? 'it'} is to be`}
              value={kept.get(entityId) ?? 'mine'}
              options={CHOICES}
              onChange={(value) => setKept(new Map(kept).set(entityId, value))}
            />
          </li>
        ))}
      </ul>
      <Button look="solid" className="self-start" aria-disabled={isSaving} onClick={() => onResolve(kept)}>
        {isSaving ? 'Saving…' : 'Save again'}
      </Button>
    </section>
  );
}

function Side({ label, side, missing }: { label: string; side: EntityConflict['base']; missing: string }) {
  return (
    <>
      <dt className="text-ink-faint text-[13px]">{label}</dt>
      <dd className="wrap-anywhere">
        {side === null ? (
          <span className="text-ink-soft italic">{missing}</span>
        ) : (
          <>
            {side.name} <span className="text-ink-soft">{side.type.replaceAll('_', ' ')}</span>
            {side.url !== null && <span className="text-ink-soft"> · {side.url}</span>}
          </>
        )}
      </dd>
    </>
  );
}
