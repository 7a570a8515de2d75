import { Button } from '../ui/button.tsx';
import { ConflictPanel, ConflictVersion } from '../ui/conflict-panel.tsx';
import { SafeHtml, textOfHtml } from '../ui/safe-html.tsx';
import { WordDiff } from '../ui/word-diff.tsx';

interface DescriptionConflictProps {
  /** The common starting version, as HTML; empty for none. */
  base: string;
  mine: string;
  theirs: string;
  isSaving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onEdit: () => void;
}

/** Shows both versions of the description, to choose one or to continue from it. */
export function DescriptionConflict(props: DescriptionConflictProps) {
  const { base, mine, theirs, isSaving } = props;
  const unlessSaving = (action: () => void) => ({ 'aria-disabled': isSaving, onClick: () => !isSaving && action() });

  return (
    <ConflictPanel
      label="Conflict"
      title="Someone else changed the description"
      lead="Nothing is saved yet. Which version do you want to keep? You can also continue editing below and keep that."
    >
      <div className="grid gap-3 lg:grid-cols-2">
        <ConflictVersion
          name="Mine"
          actions={
            <>
              <Button variant="solid" {...unlessSaving(props.onKeepMine)}>
                {isSaving ? 'Saving…' : 'Keep mine'}
              </Button>
              <Button {...unlessSaving(props.onEdit)}>Edit</Button>
            </>
          }
        >
          <Changed base={base} html={mine} />
        </ConflictVersion>
        <ConflictVersion name="Theirs" actions={<Button {...unlessSaving(props.onTakeTheirs)}>Take theirs</Button>}>
          <Changed base={base} html={theirs} />
        </ConflictVersion>
      </div>
    </ConflictPanel>
  );
}

function Changed({ base, html }: { base: string; html: string }) {
  const [from, to] = [textOfHtml(base), textOfHtml(html)];

  return (
    <>
      {html === '' && <p className="text-ink-soft italic">No description</p>}
      {from === to ? (
        <>
          <p className="text-ink-soft">The words are the same; the formatting differs:</p>
          <SafeHtml html={html} />
        </>
      ) : (
        <p>
          <WordDiff from={from} to={to} />
        </p>
      )}
    </>
  );
}
