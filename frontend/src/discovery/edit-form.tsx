import type { CandidateCard, CandidateStatus } from '@earmark/contracts/discovery';
import type { EntityTypeView } from '@earmark/contracts/vocabulary';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { statusWords } from './card-state.ts';
import { useEscape } from './use-escape.ts';

export interface CandidateEdit {
  readonly name: string;
  readonly type: string;
  readonly status: CandidateStatus;
  readonly url: string;
}

interface EditFormProps {
  card: CandidateCard;
  types: readonly EntityTypeView[];
  onSave: (edit: CandidateEdit) => void;
  onCancel: () => void;
}

const STATUSES = ['pending', 'approved', 'rejected'] as const;

/** Edits a candidate. Escape and Cancel change nothing. */
export function EditForm({ card, types, onSave, onCancel }: EditFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [first] = card.members;
  const [edit, setEdit] = useState<CandidateEdit>({
    name: card.name,
    type: card.type,
    status: first?.status ?? 'pending',
    url: first?.adminUrl ?? first?.suggestedUrl ?? '',
  });
  const [isChecked, setChecked] = useState(false);
  const set = (change: Partial<CandidateEdit>) => setEdit({ ...edit, ...change });
  const isNamed = edit.name.trim() !== '';
  const fault = linkFault(edit.url);
  useEffect(() => form.current?.querySelector('input')?.select(), []);
  useEscape(form, onCancel);
  const known = types.map(({ name, displayName }) => ({ value: name, label: displayName }));

  return (
    <form
      ref={form}
      aria-label={`Edit ${card.name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (isNamed && fault === null) onSave({ ...edit, name: edit.name.trim(), url: edit.url.trim() });
      }}
      className="bg-canvas border-line flex flex-col gap-3 rounded-md border p-3"
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Name"
          maxLength={300}
          value={edit.name}
          onChange={(name) => set({ name })}
          fault={isChecked && !isNamed ? 'It needs a name.' : null}
        />
        <SelectField
          label="Type"
          value={edit.type}
          options={
            known.some(({ value }) => value === card.type)
              ? known
              : [{ value: card.type, label: `${card.type} (not a category yet)` }, ...known]
          }
          onChange={(type) => set({ type })}
        />
        <SelectField
          label="Status"
          value={edit.status}
          options={STATUSES.map((value) => ({ value, label: statusWords[value] }))}
          onChange={(status) => set({ status })}
        />
        <TextField
          label="URL"
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={2000}
          value={edit.url}
          onChange={(url) => set({ url })}
          fault={isChecked ? fault : null}
        />
      </div>
      <div className="flex gap-2">
        <Button type="submit" variant="solid">
          Save Changes
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

/** Why it is no link; null when it is one, or nothing. */
export function linkFault(text: string): string | null {
  const link = text.trim();

  return link === '' || (/^https?:\/\//i.test(link) && URL.canParse(link))
    ? null
    : 'A link starts with http:// or https://.';
}
