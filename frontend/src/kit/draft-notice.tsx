import { Button } from './button.tsx';

/** Stands above an editor that was opened with what was not saved the last time. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <output className="bg-accent-soft flex flex-wrap items-center justify-between gap-2 rounded-md px-3 py-2">
      <span className="text-accent-strong font-medium">Unsaved draft restored</span>
      <Button onClick={onDiscard}>Discard</Button>
    </output>
  );
}
