import type { ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import { SafeHtml } from '../kit/safe-html.tsx';

interface DescriptionConflictProps {
  /** HTML; empty for none. */
  mine: string;
  theirs: string;
  isSaving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** The description as both have written it, to choose from. */
export function DescriptionConflict({ mine, theirs, isSaving, onKeepMine, onTakeTheirs }: DescriptionConflictProps) {
  return (
    <section aria-label="Conflict" className="border-bad bg-bad-soft flex flex-col gap-3 rounded-md border p-4">
      <div role="alert">
        <h3 className="text-bad font-semibold">Somebody else has changed the description</h3>
        <p className="text-ink-soft mt-0.5">Nothing is saved yet. Which of the two is to be?</p>
      </div>
      <div className="grid gap-3 lg:grid-cols-2">
        <Version name="Mine" html={mine}>
          <Button look="solid" aria-disabled={isSaving} onClick={() => !isSaving && onKeepMine()}>
            {isSaving ? 'Saving…' : 'Keep mine'}
          </Button>
        </Version>
        <Version name="Theirs" html={theirs}>
          <Button aria-disabled={isSaving} onClick={() => !isSaving && onTakeTheirs()}>
            Take theirs
          </Button>
        </Version>
      </div>
    </section>
  );
}

function Version({ name, html, children }: { name: string; html: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="bg-surface flex min-w-0 flex-col gap-2 rounded-md p-3">
      <h4 className="text-ink-faint text-[13px] font-medium">{name}</h4>
      <div className="max-h-60 flex-1 overflow-y-auto wrap-anywhere">
        {html === '' ? <p className="text-ink-soft italic">No description</p> : <SafeHtml html={html} />}
      </div>
      <div>{children}</div>
    </section>
  );
}
