import { Plus, Replace, Save, Undo2, Users } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

export type EditorPanel = 'rename' | 'replace';

interface EditorToolbarProps {
  count: number;
  panel: EditorPanel | null;
  onPanel: (panel: EditorPanel | null) => void;
  isUnsaved: boolean;
  isSaving: boolean;
  onAdd: () => void;
  onDiscard: () => void;
  onSave: () => void;
}

const PANELS: readonly { value: EditorPanel; label: string; icon: LucideIcon }[] = [
  { value: 'rename', label: 'Rename speaker', icon: Users },
  { value: 'replace', label: 'Find and replace', icon: Replace },
];

/** What can be done with the whole transcript. */
export function EditorToolbar(props: EditorToolbarProps) {
  const { count, panel, onPanel, isUnsaved, isSaving, onAdd, onDiscard, onSave } = props;

  return (
    <div className="border-line flex min-h-14 flex-wrap items-center gap-1 border-b px-4 py-2 sm:gap-2">
      <h2 id="edit-transcript" className="mr-auto text-[15px] font-semibold tabular-nums">
        {count.toLocaleString('en-GB')} {count === 1 ? 'segment' : 'segments'}
      </h2>
      {PANELS.map(({ value, label, icon: Icon }) => (
        <Button
          key={value}
          variant="quiet"
          aria-expanded={panel === value}
          onClick={() => onPanel(panel === value ? null : value)}
          className={panel === value ? 'bg-accent-soft text-accent-strong!' : undefined}
        >
          <Icon aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">{label}</span>
        </Button>
      ))}
      <Button onClick={onAdd}>
        <Plus aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Add segment</span>
      </Button>
      {isUnsaved && !isSaving && (
        <Button variant="quiet" onClick={onDiscard}>
          <Undo2 aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">Discard changes</span>
        </Button>
      )}
      <Button variant="solid" disabled={!isUnsaved || isSaving} onClick={onSave}>
        <Save aria-hidden="true" className="size-4 max-sm:hidden" />
        {isSaving ? (
          'Saving…'
        ) : (
          <span>
            Save<span className="max-sm:sr-only"> Transcript</span>
          </span>
        )}
      </Button>
    </div>
  );
}
