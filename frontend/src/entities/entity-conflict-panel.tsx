import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { ConflictPanel } from '../ui/conflict-panel.tsx';
import { WordDiff } from '../ui/word-diff.tsx';
import type { EntityConflict, Kept } from './entity-conflicts.ts';

interface EntityConflictPanelProps {
  conflicts: readonly EntityConflict[];
  isSaving: boolean;
  /** Opens the form of the entity. */
  onEdit: (conflict: EntityConflict) => void;
  onResolve: (kept: ReadonlyMap<string, Kept>) => void;
}

const CHOICES = [
  { value: 'mine', label: 'Keep mine' },
  { value: 'theirs', label: 'Take theirs' },
] as const;

/** Lists the entities that both sides changed, so that the user can choose a version of each. */
export function EntityConflictPanel({ conflicts, isSaving, onEdit, onResolve }: EntityConflictPanelProps) {
  const [kept, setKept] = useState<ReadonlyMap<string, Kept>>(new Map());
  const keep = (entityId: string, value: Kept) => setKept(new Map(kept).set(entityId, value));

  return (
    <ConflictPanel
      label="Conflicts"
      title="Someone else changed the same entities"
      lead="Nothing is saved yet. Choose which version to keep, or edit yours, then save again."
    >
      <ul className="flex flex-col gap-2">
        {conflicts.map((conflict) => (
          <Conflict
            key={conflict.entityId}
            conflict={conflict}
            kept={kept.get(conflict.entityId) ?? 'mine'}
            onKeep={(value) => keep(conflict.entityId, value)}
            onEdit={() => {
              keep(conflict.entityId, 'mine');
              onEdit(conflict);
            }}
          />
        ))}
      </ul>
      <Button variant="solid" className="self-start" aria-disabled={isSaving} onClick={() => onResolve(kept)}>
        {isSaving ? 'Saving…' : 'Save again'}
      </Button>
    </ConflictPanel>
  );
}

interface ConflictProps {
  conflict: EntityConflict;
  kept: Kept;
  onKeep: (kept: Kept) => void;
  onEdit: () => void;
}

function Conflict({ conflict: { base, mine, theirs }, kept, onKeep, onEdit }: ConflictProps) {
  const name = (theirs ?? mine ?? base)?.name ?? 'it';

  return (
    <li className="bg-surface flex flex-wrap items-center gap-x-6 gap-y-2 rounded-md p-3">
      <dl className="grid min-w-0 flex-1 basis-60 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        <Side label="Before" side={base} from={base} missing="Not in the list" />
        <Side label="Mine" side={mine} from={base ?? theirs} missing="Deleted" />
        <Side label="Theirs" side={theirs} from={base ?? mine} missing="Deleted" />
      </dl>
      <div className="flex flex-wrap items-center gap-2">
        <Choice label={`Version of ${name} to keep`} value={kept} options={CHOICES} onChange={onKeep} />
        <Button aria-label={`Edit my version of ${name}`} onClick={onEdit}>
          Edit
        </Button>
      </div>
    </li>
  );
}

interface SideProps {
  label: string;
  side: EntityConflict['base'];
  /** The version it is compared with. */
  from: EntityConflict['base'];
  missing: string;
}

function Side({ label, side, from, missing }: SideProps) {
  const before = from ?? side;

  return (
    <>
      <dt className="text-ink-faint text-[13px]">{label}</dt>
      <dd className="wrap-anywhere">
        {side === null || before === null ? (
          <span className="text-ink-soft italic">{missing}</span>
        ) : (
          <>
            <WordDiff from={before.name} to={side.name} />{' '}
            <span className="text-ink-soft">
              <WordDiff from={before.type.replaceAll('_', ' ')} to={side.type.replaceAll('_', ' ')} />
            </span>
            {(side.url ?? before.url) !== null && (
              <span className="text-ink-soft">
                {' · '}
                <WordDiff from={before.url} to={side.url} />
              </span>
            )}
          </>
        )}
      </dd>
    </>
  );
}
