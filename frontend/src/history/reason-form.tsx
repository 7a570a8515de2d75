import { useEffect, useRef, useState } from 'react';
import { Failure } from '../ui/failure.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';

interface ReasonFormProps {
  /** Label of the submit button. */
  submit: string;
  /** Why the last attempt failed; null when it did not. */
  failure: string | null;
  isPending: boolean;
  onSubmit: (reason: string) => void;
  onCancel: () => void;
}

/** Asks for an optional reason before a revert. Escape cancels. */
export function ReasonForm({ submit, failure, isPending, onSubmit, onCancel }: ReasonFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState('');

  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  return (
    <form
      ref={form}
      aria-label={submit}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) onSubmit(reason.trim());
      }}
      className="bg-canvas border-line mt-2 flex flex-col gap-3 rounded-md border p-3"
    >
      <TextField
        label="Reason (optional)"
        value={reason}
        onChange={setReason}
        maxLength={1000}
        onKeyDown={({ key }) => key === 'Escape' && onCancel()}
      />
      {failure !== null && <Failure message={failure} />}
      <div className="flex gap-2">
        <Button type="submit" variant="solid" aria-disabled={isPending}>
          {isPending ? 'Working…' : submit}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
