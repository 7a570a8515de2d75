import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { buttonLook } from '../kit/button.tsx';
import { initialOf } from '../kit/initial.ts';
import { me } from './accounts.api.ts';

/** "Sign in" for a visitor, else the user's initial and name. */
export function AccountBadge() {
  const { data, isPending } = useQuery(me);
  if (isPending) return <span className="h-8 w-16" />;
  const user = data?.user ?? null;
  if (user === null)
    return (
      <Link to="/sign-in" className={buttonLook('outline')}>
        Sign in
      </Link>
    );

  return (
    <span
      title={`${user.username}, ${user.role}`}
      className="bg-accent text-on-accent flex size-8 items-center justify-center rounded-full text-[13px] font-semibold"
    >
      <span aria-hidden="true">{initialOf(user.username)}</span>
      <span className="sr-only">
        Signed in as {user.username}, {user.role}
      </span>
    </span>
  );
}
