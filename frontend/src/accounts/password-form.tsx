import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { notify } from '../ui/toast.tsx';
import { useAccountChange } from './account.ts';
import { changePassword, me } from './accounts.api.ts';

const EMPTY = { current: '', next: '', again: '' };
/** As the server requires. */
const SHORTEST = 12;
const LABELS = { current: 'Current password', next: 'New password', again: 'Repeat new password' } as const;
type Typed = typeof EMPTY;
type Name = keyof Typed;

/** Why the value of a field is not accepted; null when it is. */
function errorOf(name: Name, { current, next, again }: Typed): string | null {
  switch (name) {
    case 'current':
      return current === '' ? 'Enter your current password.' : null;
    case 'next':
      if (next === '') return 'Enter a new password.';
      if (Array.from(next).length < SHORTEST) return `Enter at least ${SHORTEST} characters.`;
      return next === current ? 'That is your current password. Choose a different one.' : null;
    case 'again':
      return again === next ? null : 'The new passwords do not match.';
  }
}

/** Asks for the current password, and for the new one twice. The user stays on the page afterwards. */
export function PasswordForm() {
  const form = useRef<HTMLFormElement>(null);
  const { data } = useQuery(me);
  const [typed, setTyped] = useState(EMPTY);
  const [isChecked, setChecked] = useState(false);
  const { mutate, isPending, error } = useAccountChange(changePassword);
  const names = ['current', 'next', 'again'] as const;
  const focus = (name: Name) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  const submit = () => {
    setChecked(true);
    const wrong = names.find((name) => errorOf(name, typed) !== null);
    if (wrong !== undefined) return focus(wrong);
    mutate(
      { current: typed.current, next: typed.next },
      {
        onSuccess: () => {
          setTyped(EMPTY);
          setChecked(false);
          notify('Password changed', 'You were signed out everywhere else.');
        },
        onError: () => focus('current'),
      },
    );
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label="Change password"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) submit();
      }}
      className="bg-surface border-line flex flex-col gap-4 rounded-md border p-5"
    >
      {error !== null && (
        <p role="alert" className="bg-bad-soft text-bad rounded-md px-3 py-2 text-pretty wrap-anywhere">
          {error.message}
        </p>
      )}
      {/* Tells password managers which account this is. */}
      <input type="hidden" name="username" autoComplete="username" value={data?.user?.username ?? ''} readOnly />
      {names.map((name) => (
        <TextField
          key={name}
          label={LABELS[name]}
          name={name}
          type="password"
          autoComplete={name === 'current' ? 'current-password' : 'new-password'}
          maxLength={1000}
          value={typed[name]}
          onChange={(value) => setTyped({ ...typed, [name]: value })}
          fault={isChecked ? errorOf(name, typed) : null}
        />
      ))}
      <Button type="submit" variant="solid" aria-disabled={isPending} className="h-9">
        {isPending ? 'Changing…' : 'Change password'}
      </Button>
    </form>
  );
}
