import type { SegmentView } from '@earmark/contracts/transcripts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { speakerCounts } from './segment-changes.ts';

interface BulkRenameProps {
  rows: readonly SegmentView[];
  onRename: (label: string, name: string) => void;
}

/** Gives all segments of one label another. */
export function BulkRename({ rows, onRename }: BulkRenameProps) {
  const form = useRef<HTMLFormElement>(null);
  const counts = speakerCounts(rows);
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState('');
  const [isChecked, setChecked] = useState(false);
  // A label that is gone is nobody's.
  const label = counts.has(chosen) ? chosen : ([...counts.keys()][0] ?? '');
  useEffect(() => form.current?.querySelector('select')?.focus(), []);
  const isBlank = name.trim() === '';
  const submit = () => {
    setChecked(isBlank);
    if (isBlank) return;
    onRename(label, name);
    setName('');
  };

  return (
    <form
      ref={form}
      aria-label="Rename speaker"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="border-line flex flex-wrap items-start gap-3 border-b px-4 py-3"
    >
      <SelectField
        label="Speaker"
        value={label}
        options={[...counts].map(([value, count]) => ({
          value,
          label: `${value} (${count} ${count === 1 ? 'segment' : 'segments'})`,
        }))}
        onChange={setChosen}
        className="min-w-40 flex-1 sm:max-w-64"
      />
      <TextField
        label="New name"
        value={name}
        maxLength={300}
        onChange={(value) => {
          setName(value);
          setChecked(false);
        }}
        fault={isChecked ? 'Enter a new name.' : null}
        className="min-w-40 flex-1 sm:max-w-64"
      />
      <Button type="submit" variant="solid" className="mt-6 h-9">
        Rename all
      </Button>
    </form>
  );
}
