import type { SignedInUser } from '@earmark/contracts/accounts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { KeyRound, LogOut } from 'lucide-react';
import { Link, useLocation } from '../kit/router/routing.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import { initialOf } from '../ui/initial.ts';
import { notify } from '../ui/toast.tsx';
import { useAccountChange } from './account.ts';
import { me, signOut, signOutEverywhere } from './accounts.api.ts';
import { signInPath } from './return-path.ts';

const PANEL_ID = 'account';

/** A "Sign in" link for visitors; for users their initial, which opens the account menu. */
export function AccountBadge() {
  const { data, isPending } = useQuery(me);
  const location = useLocation();
  if (isPending) return <span className="h-8 w-16" />;
  const user = data?.user ?? null;
  if (user === null)
    return (
      <Link to={signInPath(location)} className={buttonClasses('outline')}>
        Sign in
      </Link>
    );

  return <AccountMenu user={user} />;
}

function AccountMenu({ user }: { user: SignedInUser }) {
  return (
    <>
      <button
        type="button"
        aria-label={`Account: ${user.username}, ${user.role}`}
        title={`${user.username}, ${user.role}`}
        popoverTarget={PANEL_ID}
        className="flex size-8 shrink-0 items-center justify-center rounded-full pointer-coarse:size-11"
      >
        <span
          aria-hidden="true"
          className="bg-accent text-on-accent flex size-8 items-center justify-center rounded-full text-[13px] font-semibold"
        >
          {initialOf(user.username)}
        </span>
      </button>
      <section
        id={PANEL_ID}
        popover="auto"
        aria-label="Account"
        className="bg-raised text-ink shadow-float fixed inset-auto top-16 right-3 m-0 w-64 flex-col rounded-md p-2 open:flex sm:right-6"
      >
        <p className="truncate px-2 pt-1.5 font-medium" title={user.username}>
          {user.username}
        </p>
        <p className="text-ink-soft px-2 pb-2 text-[13px]">Role: {user.role}</p>
        <Link
          to="/password"
          onClick={() => document.getElementById(PANEL_ID)?.hidePopover()}
          className={clsx(buttonClasses('quiet'), 'justify-start px-2!')}
        >
          <KeyRound aria-hidden="true" className="size-4" />
          Change password
        </Link>
        <SignOutButton label="Sign out" call={signOut} />
        <SignOutButton label="Sign out everywhere" call={signOutEverywhere} />
      </section>
    </>
  );
}

function SignOutButton({ label, call }: { label: string; call: typeof signOut }) {
  const { mutate } = useAccountChange(call);

  return (
    <Button
      variant="quiet"
      onClick={() => mutate(undefined, { onError: (error) => notify('You are still signed in', error.message) })}
      className="justify-start px-2!"
    >
      <LogOut aria-hidden="true" className="size-4" />
      {label}
    </Button>
  );
}
