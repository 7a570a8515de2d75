import { DEFAULT_DISTANCE } from '@earmark/contracts/mentions';
import { useState } from 'react';
import { TextField } from '../ui/text-field.tsx';
import type { PatternDraft } from './pattern-draft.ts';

interface ContextFieldsProps {
  draft: PatternDraft;
  isReadOnly: boolean;
  onChange: (change: Partial<PatternDraft>) => void;
}

/** The words that must or must not stand near a pattern; closed while there are none. */
export function ContextFields({ draft: { near, notNear, distance }, isReadOnly, onChange }: ContextFieldsProps) {
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || near !== '' || notNear !== '';

  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary className="text-ink-soft hover:text-ink w-fit cursor-pointer text-[13px] font-medium pointer-coarse:py-3">
        Only near certain words
      </summary>
      <div className="mt-2 grid gap-3 sm:grid-cols-[1fr_1fr_8rem]">
        <TextField
          label="Near one of"
          placeholder="Stephen King, novel"
          readOnly={isReadOnly}
          autoComplete="off"
          maxLength={2000}
          value={near}
          onChange={(typed) => onChange({ near: typed })}
        />
        <TextField
          label="Not near"
          placeholder="weather, rain"
          readOnly={isReadOnly}
          autoComplete="off"
          maxLength={2000}
          value={notNear}
          onChange={(typed) => onChange({ notNear: typed })}
        />
        <TextField
          label="Words away"
          placeholder={String(DEFAULT_DISTANCE)}
          inputMode="numeric"
          readOnly={isReadOnly}
          autoComplete="off"
          maxLength={3}
          value={distance}
          onChange={(typed) => onChange({ distance: typed })}
        />
      </div>
      <p className="text-ink-soft mt-1 text-[13px] text-pretty">
        Separate words by commas. The passages before and after count, too.
      </p>
    </details>
  );
}
