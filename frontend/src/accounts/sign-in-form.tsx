import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAccountChange } from './account.ts';
import { signIn } from './accounts.api.ts';

const MISSING = { username: 'Enter your user name.', password: 'Enter your password.' } as const;

/** Asks for user name and password. The query `me` then says who is signed in. */
export function SignInForm() {
  const form = useRef<HTMLFormElement>(null);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const { mutate, isPending, error } = useAccountChange(signIn);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const errorOf = (name: keyof typeof MISSING, value: string) => (isChecked && value === '' ? MISSING[name] : null);
  const submit = () => {
    setChecked(true);
    if (username.trim() !== '' && password !== '') return mutate({ username, password });
    const missing = username.trim() === '' ? 'username' : 'password';
    form.current?.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus();
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label="Sign in"
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
      <TextField
        label="User name"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={username}
        onChange={setUsername}
        fault={errorOf('username', username.trim())}
      />
      <TextField
        label="Password"
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={1000}
        value={password}
        onChange={setPassword}
        fault={errorOf('password', password)}
        button={
          <IconButton label="Show password" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? (
              <EyeOff aria-hidden="true" className="size-4.5" />
            ) : (
              <Eye aria-hidden="true" className="size-4.5" />
            )}
          </IconButton>
        }
      />
      <Button type="submit" variant="solid" aria-disabled={isPending} className="h-9">
        {isPending ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}
