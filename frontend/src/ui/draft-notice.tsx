import { Button } from './button.tsx';

/** Rendered above an editor that has restored a draft. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <output className="bg-accent-soft flex flex-wrap items-center justify-between gap-2 rounded-md px-3 py-2">
      <span className="text-accent-strong font-medium">Unsaved draft restored</span>
      <Button onClick={onDiscard}>Discard</Button>
    </output>
  );
}

/** Rendered above a page that is shown without its unsaved changes. `to`: "the transcript". */
export function KeptDraftNotice({ to, onEdit }: { to: string; onEdit: () => void }) {
  return (
    <output className="bg-accent-soft flex flex-wrap items-center justify-between gap-2 rounded-md px-3 py-2 print:hidden">
      <span className="text-ink text-pretty">
        <strong className="text-accent-strong font-medium">Unsaved changes to {to}</strong> are kept in this browser.
        This page is shown without them.
      </span>
      <Button onClick={onEdit}>Continue editing</Button>
    </output>
  );
}
