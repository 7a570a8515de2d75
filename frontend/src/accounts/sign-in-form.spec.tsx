import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { answers, refusal, type Call } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { SignInForm } from './sign-in-form.tsx';

const field = (label: string) => screen.getByLabelText(label, { exact: true });
const submit = () => screen.getByRole('button', { name: 'Sign in' });

describe('signing in', () => {
  it('says which fields are missing and focuses the first of them', async () => {
    const { user } = show(<SignInForm />);
    await user.click(submit());
    expect(screen.getByText('Enter your user name.')).toBeVisible();
    expect(screen.getByText('Enter your password.')).toBeVisible();
    expect(field('User name')).toHaveFocus();

    await user.type(field('User name'), 'rea');
    await user.click(submit());
    expect(field('Password')).toHaveFocus();
    expect(screen.queryByText('Enter your user name.')).toBeNull();
  });

  it('shows the password only when asked to', async () => {
    const { user } = show(<SignInForm />);
    await user.type(field('Password'), 'secret');
    expect(field('Password')).toHaveAttribute('type', 'password');

    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field('Password')).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Show password', pressed: true }));
    expect(field('Password')).toHaveAttribute('type', 'password');
  });

  it('shows why the server failed, keeps what was typed, and can be submitted again', async () => {
    let isDown = true;
    const calls = answers('post', '/api/auth/login', ({ body }: Call) =>
      isDown ? refusal(503, 'down', 'The database is away for a moment.') : Response.json({ user: null, sent: body }),
    );
    const { user } = show(<SignInForm />);
    await user.type(field('User name'), 'rea');
    await user.type(field('Password'), 'secret');
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('503: The database is away for a moment.');
    expect(field('User name')).toHaveValue('rea');

    isDown = false;
    await user.click(submit());
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(calls.map(({ body }) => body)).toEqual([
      { username: 'rea', password: 'secret' },
      { username: 'rea', password: 'secret' },
    ]);
  });
});
