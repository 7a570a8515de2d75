import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
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
  const { base, mine, theirs, isSaving, onKeepMine, onTakeTheirs, onEdit } = props;

  return (
    <section aria-label="Conflict" className="border-bad bg-bad-soft flex flex-col gap-3 rounded-md border p-4">
      <div role="alert">
        <h3 className="text-bad font-semibold">Somebody else has changed the description</h3>
        <p className="text-ink-soft mt-0.5">
          Nothing is saved yet. Which of the two is to be? You may also write on below, and keep that.
        </p>
      </div>
      <div className="grid gap-3 lg:grid-cols-2">
        <Version name="Mine" base={base} html={mine}>
          <Button variant="solid" aria-disabled={isSaving} onClick={() => !isSaving && onKeepMine()}>
            {isSaving ? 'Saving…' : 'Keep mine'}
          </Button>
          <Button aria-disabled={isSaving} onClick={() => !isSaving && onEdit()}>
            Edit
          </Button>
        </Version>
        <Version name="Theirs" base={base} html={theirs}>
          <Button aria-disabled={isSaving} onClick={() => !isSaving && onTakeTheirs()}>
            Take theirs
          </Button>
        </Version>
      </div>
    </section>
  );
}

interface VersionProps {
  name: string;
  base: string;
  html: string;
  children: ReactNode;
}

// Whoever scrolls with the keys must come there.
const BY_TAB = 0;

function Version({ name, base, html, children }: VersionProps) {
  const from = textOfHtml(base);
  const to = textOfHtml(html);

  return (
    <section aria-label={name} className="bg-surface flex min-w-0 flex-col gap-2 rounded-md p-3">
      <h4 className="text-ink-faint text-[13px] font-medium">{name}</h4>
      <div
        tabIndex={BY_TAB}
        className="flex max-h-60 flex-1 flex-col gap-2 overflow-y-auto wrap-anywhere focus-visible:-outline-offset-2"
      >
        {html === '' && <p className="text-ink-soft italic">No description</p>}
        {from === to ? (
          <>
            <p className="text-ink-soft">No other words, but another look:</p>
            <SafeHtml html={html} />
          </>
        ) : (
          <p>
            <WordDiff from={from} to={to} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  );
}
