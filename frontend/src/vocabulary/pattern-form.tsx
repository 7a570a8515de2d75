import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useDebounced } from '../kit/debounced.ts';
import { useStored, type Stored } from '../kit/stored.ts';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/check-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { notify } from '../ui/toast.tsx';
import { useConfirmed } from '../ui/confirmed.ts';
import { follow, hasChanged, MISSING_FIELDS, trimmed, wordsTyped } from './pattern-draft.ts';
import type { PatternDraft, ProposedChanges, TypedPattern } from './pattern-draft.ts';
import { ContextFields } from './context-fields.tsx';
import { entityNames } from './vocabulary.api.ts';

interface PatternFormProps {
  /** Accessible name of the form. */
  label: string;
  /** Labels of the submit button, at rest and while submitting. */
  submit: readonly [idle: string, pending: string];
  /** The initial values, which untouched fields follow and a reset restores. */
  start: PatternDraft;
  /** Where this tab keeps what is typed until it is saved or given up. */
  kept: Stored<TypedPattern>;
  /** The category whose entities the pattern may belong to. */
  entityTypeId: string;
  isPending: boolean;
  /** Called before submitting; if it returns false, the reason is shown below the fields. */
  mayBeSent: (typed: TypedPattern) => Promise<boolean>;
  /** `onDone` resets the fields. */
  onSubmit: (typed: TypedPattern, onDone: () => void) => void;
  /** Null when the form cannot be closed. */
  onCancel: (() => void) | null;
  /** Whether the form takes the focus when it appears. */
  takesFocus?: boolean;
  /** Rendered below the fields: the preview of their effect. */
  children: (typed: TypedPattern, take: (changes: ProposedChanges) => void) => ReactNode;
}

/** The form of a pattern, new or existing. */
export function PatternForm(props: PatternFormProps) {
  const { label, submit, start, kept, entityTypeId, mayBeSent, onSubmit, takesFocus = false, children } = props;
  const id = useId();
  const term = useRef<HTMLInputElement>(null);
  const { from, to: typed } = follow(useStored(kept) ?? { from: start, to: start }, start);
  const [isChecked, setChecked] = useState(false);
  const { isAsking, onConfirmed } = useConfirmed();
  const isPending = isAsking || props.isPending;
  const draft = trimmed(typed);
  const whole = { from, to: draft };
  useEffect(() => {
    if (takesFocus) term.current?.focus();
  }, [takesFocus]);
  // The checked values are the ones sent, and the fields are reset afterwards, so typing is blocked meanwhile.
  const set = (change: Partial<PatternDraft>) => {
    const to = { ...typed, ...change };
    if (!isPending) kept.write(hasChanged({ from, to }) ? { from, to } : null);
  };
  const onCancel =
    props.onCancel &&
    (() => {
      kept.write(null);
      props.onCancel?.();
    });
  const send = () => {
    setChecked(true);
    const onDone = () => {
      kept.write(null);
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
        <EntityNames id={`${id}-entities`} entityTypeId={entityTypeId} typed={draft.entity} />
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
      <ContextFields draft={typed} isReadOnly={isPending} onChange={set} />
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
      {children(whole, ({ near, ...changes }) => set({ ...changes, ...(near ? { near: wordsTyped(near) } : {}) }))}
    </form>
  );
}

const SETTLES_AFTER_MS = 200;

function EntityNames({ id, entityTypeId, typed }: { id: string; entityTypeId: string; typed: string }) {
  const { data = [] } = useQuery(entityNames(entityTypeId, useDebounced(typed, SETTLES_AFTER_MS)));

  return <datalist id={id}>{typed !== '' && data.map((name) => <option key={name}>{name}</option>)}</datalist>;
}
