import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/check-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { notify } from '../ui/toast.tsx';
import { useConfirmed } from '../ui/confirmed.ts';
import { namesLike } from './entity-groups.ts';
import type { EntityGroup } from './entity-groups.ts';
import { follow, MISSING_FIELDS, trimmed } from './pattern-draft.ts';
import type { PatternDraft, TypedPattern } from './pattern-draft.ts';

interface PatternFormProps {
  /** Of the form. */
  label: string;
  /** What the button says, and while it is at it. */
  submit: readonly [idle: string, pending: string];
  /** What the fields begin with, follow where nothing is typed, and go back to. */
  start: PatternDraft;
  /** What the pattern may belong to. */
  groups: readonly EntityGroup[];
  isPending: boolean;
  /** Asked before it is submitted; when it says no, that is told below the fields. */
  mayBeSent: (typed: TypedPattern) => Promise<boolean>;
  /** Calls back when it is done: the fields are then what they were. */
  onSubmit: (typed: TypedPattern, onDone: () => void) => void;
  /** Null: there is nothing to close. */
  onCancel: (() => void) | null;
  /** Whether one begins to type as soon as it is there. */
  takesFocus?: boolean;
  /** Below the fields: what they would do. */
  children: (typed: TypedPattern) => ReactNode;
}

/** The fields of a pattern, new or known. */
export function PatternForm(props: PatternFormProps) {
  const { label, submit, start, groups, mayBeSent, onSubmit, onCancel, takesFocus = false, children } = props;
  const id = useId();
  const term = useRef<HTMLInputElement>(null);
  const [kept, keep] = useState<TypedPattern>({ from: start, to: start });
  const { from, to: typed } = follow(kept, start);
  const [isChecked, setChecked] = useState(false);
  const { isAsking, onConfirmed } = useConfirmed();
  const isPending = isAsking || props.isPending;
  const draft = trimmed(typed);
  const whole = { from, to: draft };
  useEffect(() => {
    if (takesFocus) term.current?.focus();
  }, [takesFocus]);
  // What is checked is what is sent, and then the fields are as at first: nothing is typed meanwhile.
  const set = (change: Partial<PatternDraft>) => !isPending && keep({ from, to: { ...typed, ...change } });
  const send = () => {
    setChecked(true);
    const onDone = () => {
      keep({ from: start, to: start });
      setChecked(false);
      term.current?.focus();
    };
    if (draft.name !== '') return void onConfirmed(mayBeSent(whole), () => onSubmit(whole, onDone));
    notify(MISSING_FIELDS);
    term.current?.focus();
  };

  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) send();
      }}
      className="flex flex-col gap-3"
    >
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          ref={term}
          label="Search term"
          required
          readOnly={isPending}
          maxLength={300}
          value={typed.name}
          onChange={(name) => set({ name })}
          onKeyDown={({ key }) => key === 'Escape' && onCancel?.()}
          fault={isChecked && draft.name === '' ? 'A pattern needs something to search for.' : null}
        />
        <TextField
          label="Belongs to"
          readOnly={isPending}
          placeholder={draft.name === '' ? 'The entity of this name' : draft.name}
          maxLength={300}
          list={`${id}-entities`}
          autoComplete="off"
          value={typed.entity}
          onChange={(entity) => set({ entity })}
        />
        <datalist id={`${id}-entities`}>
          {namesLike(groups, draft.entity).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        <TextField
          label="URL (optional)"
          type="url"
          readOnly={isPending}
          inputMode="url"
          placeholder="https://"
          maxLength={2000}
          value={typed.url}
          onChange={(url) => set({ url })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <CheckField
          label="Case sensitive"
          hint="US is not found in us"
          value={typed.caseSensitive}
          onChange={(caseSensitive) => set({ caseSensitive })}
        />
        <CheckField
          label="Whole word"
          hint="Go is not found in Google"
          value={typed.wholeWord}
          onChange={(wholeWord) => set({ wholeWord })}
        />
        <div className="ml-auto flex gap-2">
          {onCancel !== null && <Button onClick={onCancel}>Cancel</Button>}
          <Button type="submit" variant="solid" aria-disabled={isPending}>
            {submit[isPending ? 1 : 0]}
          </Button>
        </div>
      </div>
      {children(whole)}
    </form>
  );
}
