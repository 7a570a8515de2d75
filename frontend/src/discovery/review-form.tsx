import type { EntityTypeView } from '@earmark/contracts/vocabulary';
import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { inputClasses, TextField } from '../ui/text-field.tsx';
import { useEscape } from './use-escape.ts';
import type { ReviewNotes } from './verdict.ts';

interface ReviewFormProps {
  name: string;
  type: string;
  types: readonly EntityTypeView[];
  notes: ReviewNotes;
  onChange: (change: Partial<ReviewNotes>) => void;
  onApprove: () => void;
  onReject: () => void;
  onClose: () => void;
}

const AS_PROPOSED = '';

/** What goes with a decision: a link, notes, another type or name. The keys of the queue wait while it is typed in. */
export function ReviewForm({ name, type, types, notes, onChange, onApprove, onReject, onClose }: ReviewFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  useEscape(form, onClose);

  return (
    <form
      ref={form}
      aria-label={`Review ${name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onApprove();
      }}
      className="bg-canvas border-line flex flex-col gap-3 rounded-md border p-3"
    >
      <TextField
        label="Admin URL (optional)"
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={2000}
        value={notes.adminUrl}
        onChange={(adminUrl) => onChange({ adminUrl })}
      />
      <label className="flex flex-col gap-1">
        <span className="text-ink-soft text-[13px] font-medium">Admin Notes (optional)</span>
        <textarea
          ref={area}
          rows={2}
          maxLength={2000}
          value={notes.adminNotes}
          onChange={(event) => onChange({ adminNotes: event.target.value })}
          className={`${inputClasses} h-auto! py-1.5`}
        />
      </label>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="Corrected Type (optional)"
          value={notes.correctedEntityType}
          options={[
            {
              value: AS_PROPOSED,
              label: `As proposed: ${types.find((one) => one.name === type)?.displayName ?? type}`,
            },
            ...types.filter((one) => one.name !== type).map((one) => ({ value: one.name, label: one.displayName })),
          ]}
          onChange={(correctedEntityType) => onChange({ correctedEntityType })}
        />
        <TextField
          label="Corrected Name (optional)"
          placeholder={name}
          maxLength={300}
          value={notes.correctedEntityName}
          onChange={(correctedEntityName) => onChange({ correctedEntityName })}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="solid">
          Approve with this
        </Button>
        <Button onClick={onReject}>Reject with notes</Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  );
}
