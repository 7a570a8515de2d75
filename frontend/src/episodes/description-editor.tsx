import type { EpisodePage } from '@earmark/contracts/episodes';
import { Save } from 'lucide-react';
import { useRef, useState } from 'react';
import { Failure } from '../ui/failure.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { DraftNotice } from '../ui/draft-notice.tsx';
import { late } from '../ui/late.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { SafeHtml } from '../ui/safe-html.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { DescriptionConflict } from './description-conflict.tsx';
import { useDescriptionEditing } from './description-editing.ts';

// The editor is the largest part of the site, so it is loaded only for writing.
const RichText = late(
  async () => (await import('./rich-text.tsx')).RichText,
  <Loading label="Loading the editor…">
    <Skeleton className="h-56" />
  </Loading>,
);

const MODES = [
  { value: 'preview', label: 'Preview' },
  { value: 'edit', label: 'Edit' },
] as const;

/** Edits the description of an episode, with a preview. */
export function DescriptionEditor({ page }: { page: EpisodePage }) {
  const editing = useDescriptionEditing(page);
  const [mode, setMode] = useState<'preview' | 'edit'>('preview');
  const [calls, setCalls] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const { html, saved, isUnsaved, isSaving, conflict, failure } = editing;

  const choose = (next: 'preview' | 'edit') => {
    setMode(next);
    // Opening the editor with the switch leaves the focus on the switch.
    setCalls(0);
  };
  const goOn = () => {
    editing.edit();
    setMode('edit');
    setCalls(calls + 1);
  };
  /** The button that had the focus disappears with the draft. */
  const discard = () => {
    editing.discard();
    heading.current?.focus({ preventScroll: true });
  };

  return (
    <section
      aria-labelledby="edit-description"
      className="bg-surface border-line min-w-0 border-y max-sm:-mx-4 sm:rounded-md sm:border-x"
    >
      <LeaveGuard isUnsaved={isUnsaved} />
      <header className="border-line flex flex-wrap items-center gap-2 border-b px-4 py-3">
        <h2 ref={heading} id="edit-description" tabIndex={-1} className="text-[15px] leading-8 font-semibold">
          Description
        </h2>
        {isUnsaved && <Badge tone="accent">Unsaved changes</Badge>}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
          <Choice label="Mode" value={mode} options={MODES} onChange={choose} />
          {isUnsaved && (
            <Button variant="quiet" aria-disabled={isSaving} onClick={() => !isSaving && discard()}>
              Discard changes
            </Button>
          )}
          <Button
            variant="solid"
            aria-disabled={!isUnsaved || isSaving}
            onClick={editing.save}
            className="aria-disabled:opacity-50"
          >
            <Save aria-hidden="true" className="size-4" />
            {isSaving ? 'Saving…' : 'Save Description'}
          </Button>
        </div>
      </header>
      <div className="flex flex-col gap-3 p-4">
        {editing.isRestored && <DraftNotice onDiscard={discard} />}
        {conflict !== null && (
          <DescriptionConflict
            {...conflict}
            isSaving={isSaving}
            onEdit={goOn}
            onKeepMine={editing.keepMine}
            onTakeTheirs={discard}
          />
        )}
        {failure !== null && conflict === null && <Failure message={failure} />}
        {mode === 'preview' && <Preview html={html} />}
        {mode === 'edit' && <RichText html={html} saved={saved} onChange={editing.type} calls={calls} />}
      </div>
      <footer className="border-line border-t px-4 py-3">
        <p className="text-ink-faint text-[13px] text-pretty">
          Kept: paragraphs, headings, lists, quotes, bold, italic and links. Scripts, styles, pictures and frames are
          removed.
        </p>
      </footer>
    </section>
  );
}

function Preview({ html }: { html: string }) {
  if (html === '') return <p className="text-ink-soft">This episode has no description.</p>;

  return (
    <div className="measure text-ink-soft min-h-45 text-pretty wrap-anywhere">
      <SafeHtml html={html} />
    </div>
  );
}
