import { saysNoisy, type PatternFileAnswer } from '@earmark/contracts/vocabulary';
import { Download, Upload, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from '../kit/router/routing.tsx';
import { Button, buttonClasses, IconButton } from '../ui/button.tsx';
import { CheckField } from '../ui/check-field.tsx';
import { CSV_PATH, useImportPatterns } from './vocabulary.api.ts';

/** Exports all patterns as a file and imports them from one. */
export function PatternFileButtons({ onImported }: { onImported: (report: PatternFileAnswer) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending } = useImportPatterns();
  const [holdsNoisy, setHoldsNoisy] = useState(false);

  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Lets the user choose the same file again after fixing it.
          currentTarget.value = '';
          if (file !== undefined) mutate({ file, holdsNoisy }, { onSuccess: onImported });
        }}
      />
      <div className="max-sm:col-span-2 sm:flex sm:items-center">
        <CheckField
          label="Hold back everyday words"
          hint="when importing, to look at them first"
          value={holdsNoisy}
          onChange={setHoldsNoisy}
        />
      </div>
      <Button aria-disabled={isPending} onClick={() => !isPending && field.current?.click()}>
        <Upload aria-hidden="true" className="size-4" />
        {isPending ? 'Importing…' : 'Import CSV'}
      </Button>
      <a href={CSV_PATH} download="entity-patterns.csv" className={buttonClasses('outline')}>
        <Download aria-hidden="true" className="size-4" />
        Export CSV
      </a>
    </>
  );
}

/** The outcome of an import, row by row. */
export function ImportOutcome({ report, onClose }: { report: PatternFileAnswer; onClose: () => void }) {
  const { added, unchanged, skipped, held = [], noisy = [] } = report;

  return (
    <section aria-label="Import report" className="bg-surface border-line rounded-md border">
      <div className="flex items-start gap-3 px-4 py-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-[15px] font-semibold">Import report</h2>
          <output className="text-ink-soft block tabular-nums">
            {added.toLocaleString('en')} added, {unchanged.toLocaleString('en')} unchanged,{' '}
            {skipped.length.toLocaleString('en')} skipped
            {held.length > 0 && `, ${held.length.toLocaleString('en')} held back`}.
          </output>
          {noisy.length > 0 && (
            <p className="text-pretty">
              {saysNoisy(noisy)}{' '}
              <Link to="/admin/entities?show=noisy" className="text-accent underline underline-offset-2">
                Review them
              </Link>
            </p>
          )}
          {held.length > 0 && <p className="text-ink-soft text-pretty">Decide below on the names held back.</p>}
        </div>
        <IconButton label="Close the report" onClick={onClose} className="-mr-2">
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      {skipped.length > 0 && (
        <section
          aria-label="Skipped rows"
          // Focusable, so that it can be scrolled with the keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="border-line max-h-80 overflow-y-auto border-t focus-visible:-outline-offset-2"
        >
          <table className="w-full text-left">
            <thead className="bg-surface text-ink-soft sticky top-0 text-[13px]">
              <tr>
                <th scope="col" className="w-24 px-4 py-2 font-medium">
                  Row
                </th>
                <th scope="col" className="py-2 pr-4 font-medium">
                  Why it was skipped
                </th>
              </tr>
            </thead>
            <tbody>
              {skipped.map(({ row, reason }) => (
                <tr
                  key={`${row} ${reason}`}
                  className="[&>td]:border-line [&>td]:border-t [&>td]:py-2 [&>td]:align-top"
                >
                  <td className="px-4 tabular-nums">{row}</td>
                  <td className="pr-4 wrap-anywhere">{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
