import type { HeldRow } from '@earmark/contracts/vocabulary';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { entityTypes, useAddHeld } from './vocabulary.api.ts';

/** Names that an import held back, because the texts mostly write them as ordinary words. */
export function HeldRows({ rows }: { rows: readonly HeldRow[] }) {
  const { data: types = [] } = useQuery(entityTypes);
  const [done, setDone] = useState<ReadonlySet<number>>(new Set());
  const add = useAddHeld(types);
  const take = (row: HeldRow, isQuieter: boolean) =>
    add.mutate({ row, isQuieter }, { onSuccess: () => setDone((before) => new Set([...before, row.row])) });

  return (
    <section
      aria-label="Held back"
      // Focusable, so that it can be scrolled with the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="border-line max-h-80 overflow-y-auto border-t focus-visible:-outline-offset-2"
    >
      <ul className="divide-line divide-y">
        {rows
          .filter(({ row }) => !done.has(row))
          .map((row) => (
            <li key={row.row} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
              <span className="font-medium wrap-anywhere">{row.name}</span>
              <span className="text-ink-soft min-w-0 flex-1 basis-60 text-[13px] text-pretty">
                Would find {row.mentions.toLocaleString('en')} mentions. {row.says}
              </span>
              {row.quieter !== null && (
                <Button aria-disabled={add.isPending} onClick={() => !add.isPending && take(row, true)}>
                  Add quieter
                </Button>
              )}
              <Button variant="quiet" aria-disabled={add.isPending} onClick={() => !add.isPending && take(row, false)}>
                Add as it is
              </Button>
            </li>
          ))}
      </ul>
    </section>
  );
}
