import { Button } from '../ui/button.tsx';
import { ConflictPanel, ConflictVersion } from '../ui/conflict-panel.tsx';
import { SafeHtml, textOfHtml } from '../ui/safe-html.tsx';
import { WordDiff } from '../ui/word-diff.tsx';

interface DescriptionConflictProps {
  /** HTML; empty for none. What both began with. */
  base: string;
  mine: string;
  theirs: string;
  isSaving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onEdit: () => void;
}

/** The description as both have written it, to choose from or to go on with. */
export function DescriptionConflict(props: DescriptionConflictProps) {
  const { base, mine, theirs, isSaving } = props;
  const unlessSaving = (action: () => void) => ({ 'aria-disabled': isSaving, onClick: () => !isSaving && action() });

  return (
    <ConflictPanel
      label="Conflict"
      title="Somebody else has changed the description"
      lead="Nothing is saved yet. Which of the two do you want to keep? You may also go on writing below, and keep that."
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
          <p className="text-ink-soft">The words are the same, the formatting differs:</p>
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
