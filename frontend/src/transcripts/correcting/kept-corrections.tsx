import { Button } from '../../ui/button.tsx';
import type { Correcting } from './use-correcting.ts';

/** Corrections of an earlier visit that have not been saved; null when there are none. */
export function KeptCorrections({ correcting: { found, reopen, discardFound } }: { correcting: Correcting }) {
  const [first] = found;
  if (first === undefined) return null;
  const { id, timeFormatted } = first.base;

  return (
    <output className="bg-accent-soft flex flex-wrap items-center justify-between gap-2 rounded-md px-3 py-2 print:hidden">
      <span className="text-ink text-pretty">
        <strong className="text-accent-strong font-medium">Unsaved correction at {timeFormatted}</strong> is kept in
        this browser{found.length > 1 && `, and ${found.length - 1} more`}. This page is shown without it.
      </span>
      <span className="flex flex-wrap gap-2">
        <Button onClick={() => reopen(id)}>Continue</Button>
        <Button variant="quiet" onClick={() => discardFound(id)}>
          Discard
        </Button>
      </span>
    </output>
  );
}
